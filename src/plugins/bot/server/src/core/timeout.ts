/** Waits for `work`, but not longer than so many milliseconds; undefined if it takes longer. */
export const within = <Result>(
  milliseconds: number,
  work: Promise<Result>
): Promise<Result | undefined> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, undefined);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
