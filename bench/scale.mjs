import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

import { startDatabases } from './databases.mjs';
import { closedLoop, percentile, timeOf } from './load.mjs';
import { markdownTable, print, logProgress, seconds } from './report.mjs';
import { storedFiles } from './samples/stored-files.mjs';
import { measureUploadMemory } from './scale/memory.mjs';
import { operations } from './scale/operations.mjs';
import { fillSearch, half, shapesUpTo, startStores } from './scale/stores.mjs';
import { stopAll } from './sites.mjs';

const GIBIBYTE = 1024 ** 3;
const LARGEST = 1_000_000;
const ROUNDS = 12;
/** Requests to one store before the next store runs. */
const TURN = 10;

/** Highest ratio of a request's time to that on the smallest store. People tolerate more in the panel than bots. */
const allowedFor = (title) => (title.startsWith('panel: ') ? 3 : 1.5);

/**
 * Median time of an operation on each store in milliseconds. The stores take short turns, so that other load on the
 * machine affects all of them equally.
 */
const measure = async (operation, stores, rounds) => {
  // The first turn is the warm-up and is not measured.
  const items = [];
  for (const store of stores) items.push(await operation.prepare(store, TURN * (rounds + 1)));
  for (const { server } of stores) await server.request('settle');

  const latencies = stores.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, store] of stores.entries()) {
      const turn = items[index].slice(round * TURN, (round + 1) * TURN);
      const measured = await closedLoop(turn, 1, (item) => operation.run(store, item));
      if (round > 0) latencies[index].push(...measured.latencies);
    }
  }
  return latencies.map((values) => percentile(values, 0.5));
};

/** Line of the results: medians of all stores, ratios to the first store, and whether these are within the limit. */
const lineOf = (title, [first, ...rest]) => [
  title,
  first.toFixed(2),
  ...rest.flatMap((value) => [value.toFixed(2), (value / first).toFixed(2)]),
  rest.every((value) => value / first <= allowedFor(title)) ? 'yes' : 'NO',
];

/** Measures all stores of one kind of database, and removes them. */
const measureDatabase = async (client, folder, { largest = LARGEST, store, rounds, only }) => {
  const databases = await startDatabases[client]();
  if (databases === undefined) {
    logProgress(`There is no ${client} on this machine: left out`);
    return;
  }
  const chosen = operations(storedFiles(folder)).filter(
    ({ title }) => only === undefined || only.some((beginning) => title.startsWith(beginning))
  );
  const shapes = store?.map((works) => half(Number(works))) ?? shapesUpTo(Number(largest));
  const stores = [];
  try {
    await startStores(client, databases, shapes, folder, stores);
    await fillSearch(stores);
    const lines = [];
    for (const operation of chosen) {
      const p50 = await measure(operation, stores, Number(rounds ?? ROUNDS));
      logProgress(`${operation.title}: ${p50.map((value) => value.toFixed(2)).join(' / ')} ms`);
      lines.push(lineOf(operation.title, p50));
    }
    const [base, ...others] = shapes.map(({ title }) => title);
    const head = ['p50 in ms', base, ...others.flatMap((title) => [title, 'ratio']), 'met'];
    print(`## ${client}\n\n${markdownTable(head, lines)}\n`);
  } finally {
    await stopAll(stores);
    await databases.close();
  }
};

/** Runs a part of the work in a folder that is deleted afterwards, because a million works take gigabytes. */
const inPart = async (folder, name, work) => {
  const part = path.join(folder, name);
  mkdirSync(part, { recursive: true });
  try {
    logProgress(`${name}: done in ${seconds(await timeOf(() => work(part)))}`);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
};

/** `npm run bench:scale`: checks that the cost of requests does not depend on the number of works. */
export const run = async (folder, options) => {
  for (const client of options.client ?? ['sqlite', 'postgres']) {
    await inPart(folder, client, (part) => measureDatabase(client, part, options));
  }
  if (!options['no-memory']) {
    await inPart(folder, 'memory', async (part) =>
      print(await measureUploadMemory(part, GIBIBYTE))
    );
  }
};
