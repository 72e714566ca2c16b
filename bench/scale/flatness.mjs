import { closedLoop } from '../load/closed-loop.mjs';
import { percentile } from '../load/statistics.mjs';
import { sayProgress } from '../report/say.mjs';

/** Requests to a store before the next one has its turn. */
const TURN = 10;

/**
 * The p50 of an operation on each store, in milliseconds. The stores take short turns, so that
 * what else the machine does meets all of them alike.
 */
const measureAll = async ({ prepare, run }, stores, rounds) => {
  // One turn more, the first, warms up.
  const items = [];
  for (const store of stores) items.push(await prepare(store, TURN * (rounds + 1)));
  for (const { server } of stores) await server.ask('settle');

  const latencies = stores.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, store] of stores.entries()) {
      const turn = items[index].slice(round * TURN, (round + 1) * TURN);
      const measured = await closedLoop(turn, 1, (item) => run(store, item));
      if (round > 0) latencies[index].push(...measured.latencies);
    }
  }
  return latencies.map((values) => percentile(values, 0.5));
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
