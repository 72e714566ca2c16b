/** Waits for `work` up to this number of milliseconds; resolves to undefined after that. */
export const within = <Result>(
  milliseconds: number,
  work: Promise<Result>
): Promise<Result | undefined> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, undefined);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
