/** Waits for `work`, but not longer than so many milliseconds; undefined if it takes longer. */
export const within = async <Result>(
  milliseconds: number,
  work: Promise<Result>
): Promise<Result | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const time = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([work, time]);
  } finally {
    clearTimeout(timer);
  }
};
