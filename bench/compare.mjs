import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { PlainError, seconds } from '../scripts/terminal.mjs';

import { measure } from './measure.mjs';
import { readOptions } from './options.mjs';
import { reportComparison } from './report/comparison.mjs';
import { describeMachine } from './report/machine.mjs';
import { print, sayProgress } from './report/say.mjs';
import { summarise } from './report/summary.mjs';
import { storedFiles } from './samples/stored-files.mjs';
import { allScenarios } from './scenarios/all.mjs';
import { fill } from './sides/fill.mjs';
import { startParticipants, stopParticipants } from './sides/participants.mjs';
import { withTemporaryFolder } from './temporary-folder.mjs';

const WARM_UP_CONCURRENCY = 8;
/** A profile is of so many times the jobs of a measurement. */
const PROFILED = 4;

const chosen = (scenarios, only) => {
  const names = scenarios.map(({ name }) => name);
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new PlainError(`There is no row "${unknown}"; there are ${names.join(', ')}`);
  }
  return scenarios.filter(({ name }) => only === undefined || only.includes(name));
};

/** Lets both sides do a row until their code is compiled. */
const warmUp = (scenario, participants, share) =>
  Promise.all(
    participants.map((participant) =>
      measure(scenario, participant, {
        concurrency: WARM_UP_CONCURRENCY,
        count: Math.ceil(scenario.counts.warmUp * share),
      })
    )
  );

/** Measures a row at one concurrency, the sides in turn. */
const compareRow = async (scenario, participants, concurrency, { rounds, share, profile }) => {
  const count = Math.ceil(scenario.counts[concurrency] * share);
  const measured = participants.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, participant] of participants.entries()) {
      measured[index].push(await measure(scenario, participant, { concurrency, count }));
    }
  }
  if (profile !== undefined) {
    // Apart from the numbers, because to be profiled costs time.
    for (const participant of participants) {
      await measure(scenario, participant, { concurrency, count: PROFILED * count, profile });
    }
  }
  const [now, other] = measured.map(summarise);
  return { scenario, concurrency, now, other, ratio: now.cpu / other.cpu };
};

const compareAll = async (folder, options) => {
  const bytes = path.join(folder, 'bytes');
  writeFileSync(bytes, Buffer.alloc(20_000, 1));
  const files = storedFiles(bytes);
  const scenarios = chosen(await allScenarios(files), options.only);

  const participants = await startParticipants(folder, options);
  try {
    for (const participant of participants) await fill(participant, files);
    const results = [];
    for (const scenario of scenarios) {
      await warmUp(scenario, participants, options.share);
      for (const concurrency of options.concurrencies) {
        const start = performance.now();
        const result = await compareRow(scenario, participants, concurrency, options);
        sayProgress(
          `${scenario.name} at ${concurrency}: CPU ${result.now.cpu.toFixed(2)} ms against ` +
            `${result.other.cpu.toFixed(2)} ms, ratio ${result.ratio.toFixed(2)} (${seconds(performance.now() - start)})`
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
 * `npm run bench`: this site against Strapi's own routes or against an earlier commit, as a table.
 *
 * @param {string[]} args options; see bench/README.md.
 */
export const compare = async (args) => {
  const options = readOptions(args);
  if (options.profile !== undefined) mkdirSync(options.profile, { recursive: true });
  const start = performance.now();
  const results = await withTemporaryFolder((folder) => compareAll(folder, options));
  print(reportComparison(results, options.against));
  print(`${describeMachine()}; ${options.rounds} rounds in ${seconds(performance.now() - start)}`);
};
