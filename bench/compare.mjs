import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { PlainError, seconds } from '../scripts/say.mjs';

import { measure } from './measure.mjs';
import { readOptions } from './options.mjs';
import { reportComparison } from './report/comparison.mjs';
import { describeMachine } from './report/machine.mjs';
import { reportProfiles } from './report/profile.mjs';
import { print, sayProgress } from './report/say.mjs';
import { summarise } from './report/summary.mjs';
import { storedFiles } from './samples/stored-files.mjs';
import { allScenarios } from './scenarios/all.mjs';
import { fill } from './sides/fill.mjs';
import { startParticipants, stopParticipants } from './sides/participants.mjs';
import { withTemporaryFolder } from './temporary-folder.mjs';

const chosen = (scenarios, only) => {
  const names = scenarios.map(({ name }) => name);
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new PlainError(`There is no row "${unknown}"; there are ${names.join(', ')}`);
  }
  return scenarios.filter(({ name }) => only === undefined || only.includes(name));
};

/** Measures a row at one concurrency: a warm-up of each side, then the sides in turn. */
const compareRow = async (scenario, participants, concurrency, { rounds, share, profile }) => {
  const count = Math.ceil(scenario.counts[concurrency] * share);
  for (const participant of participants) {
    await measure(scenario, participant, { concurrency, count });
  }
  const measured = participants.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, participant] of participants.entries()) {
      const isProfiled = round === 0 ? profile : undefined;
      measured[index].push(
        await measure(scenario, participant, { concurrency, count, profile: isProfiled })
      );
    }
  }
  const [adapter, native] = measured.map(summarise);
  return { scenario, concurrency, adapter, native };
};

const compareAll = async (folder, options) => {
  const bytes = path.join(folder, 'bytes');
  writeFileSync(bytes, Buffer.alloc(20_000, 1));
  const files = storedFiles(bytes);
  const scenarios = chosen(await allScenarios(files), options.only);

  const participants = await startParticipants(folder);
  try {
    for (const participant of participants) await fill(participant, files);
    const results = [];
    for (const scenario of scenarios) {
      for (const concurrency of options.concurrencies) {
        const start = performance.now();
        const result = await compareRow(scenario, participants, concurrency, options);
        const ratio = (result.adapter.cpu / result.native.cpu).toFixed(2);
        sayProgress(
          `${scenario.name} at ${concurrency}: CPU ${result.adapter.cpu.toFixed(2)} ms against ` +
            `${result.native.cpu.toFixed(2)} ms, ratio ${ratio} (${seconds(performance.now() - start)})`
        );
        results.push(result);
      }
    }
    return results;
  } finally {
    await stopParticipants(participants);
  }
};

/**
 * `npm run bench`: this adapter against Strapi's own routes, as a table.
 *
 * @param {string[]} args options; see bench/README.md.
 */
export const compare = async (args) => {
  const options = readOptions(args);
  if (options.profile !== undefined) mkdirSync(options.profile, { recursive: true });
  const start = performance.now();
  const results = await withTemporaryFolder((folder) => compareAll(folder, options));
  print(reportComparison(results));
  if (options.profile !== undefined) print(reportProfiles(options.profile));
  print(`${describeMachine()}; ${options.rounds} rounds in ${seconds(performance.now() - start)}`);
};
