import path from 'node:path';

import { closedLoop } from './load/closed-loop.mjs';

/**
 * @typedef {object} Measurement
 * @property {number} rate Jobs in a second.
 * @property {number[]} latencies Milliseconds of each job, as the client sees it.
 * @property {number} cpu Milliseconds of the server's CPU for one job, its background work included.
 * @property {number} queries For one job, BEGIN, COMMIT and the like left out.
 * @property {number} statements For one job, with those.
 */

/**
 * Measures one row for one side, once.
 *
 * @param {object} scenario a row of `scenarios/all.mjs`.
 * @param {object} participant see `sides/actions.mjs`.
 * @param {{ concurrency: number, count: number, profile?: string }} options `profile`: a folder for
 *   a CPU profile of the server.
 * @returns {Promise<Measurement>}
 */
export const measure = async (scenario, participant, { concurrency, count, profile }) => {
  const { server, side } = participant;
  const items = await scenario.prepare(participant, count);
  await server.ask('settle');
  if (profile !== undefined) await server.ask('startProfile');

  const before = await server.ask('read');
  const { milliseconds, latencies } = await closedLoop(items, concurrency, (item) =>
    scenario.run(participant, item)
  );
  await server.ask('settle');
  const after = await server.ask('read');

  if (profile !== undefined) {
    const name = `${scenario.name}-${side.name}-at-${concurrency}.cpuprofile`;
    await server.ask('stopProfile', path.resolve(profile, name));
  }
  const queries = after.queries - before.queries;
  return {
    rate: (count * 1000) / milliseconds,
    latencies,
    cpu: (after.cpu - before.cpu) / count,
    queries: queries / count,
    statements: (queries + after.transactionStatements - before.transactionStatements) / count,
  };
};
