/**
 * Does a job for each item, `concurrency` of them at a time: who is done starts the next.
 *
 * @template Item
 * @param {Item[]} items
 * @param {number} concurrency
 * @param {(item: Item) => Promise<unknown>} job
 * @returns {Promise<{ milliseconds: number, latencies: number[] }>} of all, and of each job.
 */
export const closedLoop = async (items, concurrency, job) => {
  const latencies = [];
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const item = items[next];
      next += 1;
      const start = performance.now();
      await job(item);
      latencies.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: concurrency }, work));
  return { milliseconds: performance.now() - start, latencies };
};
