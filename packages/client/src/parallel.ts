/** Number of publications of one site that are processed at the same time. */
export const AT_ONCE = 4;

/** Processes all items, `limit` at a time. @returns the results in the order of the items @throws the first error */
export const inParallel = async <Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>
): Promise<Result[]> => {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
};
