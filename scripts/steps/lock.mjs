import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { say } from '../say.mjs';

const BEAT = 2_000;
/** A lock that is as old as this belongs to a process that has died. */
const STALE = 15_000;

const ageOf = (folder) => {
  const stats = fs.statSync(folder, { throwIfNoEntry: false });
  return stats === undefined ? 0 : Date.now() - stats.mtimeMs;
};

const take = (folder) => {
  try {
    fs.mkdirSync(folder);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
};

/** Of several that discard a stale lock, one can rename it. */
const discard = (folder) => {
  const aside = `${folder}.${process.pid}`;
  fs.renameSync(folder, aside);
  fs.rmdirSync(aside);
};

/** Runs `work` while no other process of this checkout runs any, and waits for one that does. */
export const whileLocked = async (cache, work) => {
  fs.mkdirSync(cache, { recursive: true });
  const folder = path.join(cache, 'set-up.lock');
  let isTold = false;
  while (!take(folder)) {
    if (ageOf(folder) > STALE) {
      discard(folder);
    } else {
      if (!isTold) say('Waiting for another process, which is setting up ...');
      isTold = true;
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
