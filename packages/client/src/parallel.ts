/** Number of publications of one site that are processed at the same time. */
export const AT_ONCE = 4;

/**
 * Processes all items, `limit` at a time. Items of an async iterable are read when they are needed.
 * @returns the results in the order of the items
 * @throws the first error
 */
export const inParallel = async <Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  limit: number,
  work: (item: Item) => Promise<Result>
): Promise<Result[]> => {
  const results: Result[] = [];
  const waiting = (async function* () {
    yield* items;
  })();
  let started = 0;
  const worker = async () => {
    for await (const item of waiting) {
      const index = started;
      started += 1;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
};
