import { closedLoop } from '../load/closed-loop.mjs';
import { median, percentile } from '../load/statistics.mjs';
import { sayProgress } from '../report/say.mjs';

const measureOnce = async ({ prepare, run, count }, store) => {
  const items = await prepare(store, count);
  await store.server.ask('settle');
  const { latencies } = await closedLoop(items, 1, (item) => run(store, item));
  return percentile(latencies, 0.5);
};

/**
 * The p50 of an operation on each store, in milliseconds: the median over rounds, in which the
 * stores take turns, so that what else the machine does meets all of them.
 */
const measureAll = async (operation, stores, rounds) => {
  const perStore = stores.map(() => []);
  // One round more, the first, warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, store] of stores.entries()) {
      const p50 = await measureOnce(operation, store);
      if (round > 0) perStore[index].push(p50);
    }
  }
  return perStore.map(median);
};

/**
 * @returns {Promise<{ title: string, p50: number[] }[]>} for each operation, in the order of stores.
 */
export const measureFlatness = async (operations, stores, rounds) => {
  const results = [];
  for (const operation of operations) {
    const p50 = await measureAll(operation, stores, rounds);
    sayProgress(`${operation.title}: ${p50.map((value) => value.toFixed(2)).join(' / ')} ms`);
    results.push({ title: operation.title, p50 });
  }
  return results;
};
