import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { say } from '../terminal.mjs';

const BEAT = 2_000;
/** A lock that is as old as this belongs to a process that has died. */
const STALE = 15_000;

const take = (folder) => {
  try {
    fs.mkdirSync(folder);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
};

const isStale = (folder) =>
  Date.now() - (fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > STALE;

/** Runs `work` while no other process of this checkout runs any, and waits for one that does. */
export const whileLocked = async (cache, work) => {
  const folder = `${cache}/set-up.lock`;
  fs.mkdirSync(cache, { recursive: true });
  for (let isTold = false; !take(folder); isTold = true) {
    if (isStale(folder)) {
      // Of several that discard it, one can rename it.
      fs.renameSync(folder, `${folder}.${process.pid}`);
      fs.rmdirSync(`${folder}.${process.pid}`);
    } else {
      if (!isTold) say('Waiting for another process, which is setting up ...');
      await pause(300);
    }
  }
  const beat = setInterval(() => fs.utimesSync(folder, new Date(), new Date()), BEAT);
  const release = () => fs.rmSync(folder, { recursive: true, force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.off('exit', release);
    release();
  }
};
