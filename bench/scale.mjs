import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { seconds } from '../scripts/terminal.mjs';

import { openDatabase } from './databases/open.mjs';
import { measureUploadMemory } from './memory/upload.mjs';
import { reportFlatness } from './report/flatness.mjs';
import { describeMachine } from './report/machine.mjs';
import { reportMemory } from './report/memory.mjs';
import { print, sayProgress } from './report/say.mjs';
import { storedFiles } from './samples/stored-files.mjs';
import { measureFlatness } from './scale/flatness.mjs';
import { operations } from './scale/operations.mjs';
import { readScaleOptions } from './scale/options.mjs';
import { fillSearch, shapesUpTo, startStores } from './scale/stores.mjs';
import { half } from './seed/shapes.mjs';
import { stopParticipants } from './sides/participants.mjs';
import { withTemporaryFolder } from './temporary-folder.mjs';

const GIBIBYTE = 1024 ** 3;

/** Measures all stores of one kind of database, and removes them. */
const measureDatabase = async (client, folder, { largest, stores: sizes, rounds, only }) => {
  const database = await openDatabase(client, folder);
  if (database === undefined) return;
  const bytes = path.join(folder, 'bytes');
  writeFileSync(bytes, Buffer.alloc(20_000, 1));
  const chosen = operations(storedFiles(bytes)).filter(
    ({ title }) => only === undefined || only.some((beginning) => title.startsWith(beginning))
  );

  const shapes = sizes?.map(half) ?? shapesUpTo(largest);
  const stores = [];
  try {
    await startStores(database, shapes, folder, stores);
    if (chosen.some(({ title }) => title.includes('search,'))) await fillSearch(stores);
    const results = await measureFlatness(chosen, stores, rounds);
    print(`## ${client}\n\n${reportFlatness(shapes, results)}`);
  } finally {
    await stopParticipants(stores);
    await database.close();
  }
};

/** A part of the work, in a folder that is gone after it: a million works take gigabytes. */
const inPart = async (folder, name, work) => {
  const part = path.join(folder, name);
  mkdirSync(part, { recursive: true });
  const start = performance.now();
  try {
    await work(part);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
  sayProgress(`${name}: done in ${seconds(performance.now() - start)}`);
};

/**
 * `npm run bench:scale`: whether requests cost the same however many works there are.
 *
 * @param {string[]} args options; see bench/README.md.
 */
export const scale = async (args) => {
  const options = readScaleOptions(args);
  const start = performance.now();
  await withTemporaryFolder(async (folder) => {
    for (const client of options.clients) {
      await inPart(folder, client, (part) => measureDatabase(client, part, options));
    }
    if (options.isMemoryMeasured) {
      await inPart(folder, 'memory', async (part) => {
        print(reportMemory(GIBIBYTE, await measureUploadMemory(part, GIBIBYTE)));
      });
    }
  });
  print(`${describeMachine()}; ${options.rounds} rounds in ${seconds(performance.now() - start)}`);
};
