import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { say } from '../terminal.mjs';

const BEAT = 2_000;
/** Age in milliseconds after which a lock is stale, because its process has died. */
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

/** Runs `work` under a lock that all processes of this checkout share. Waits for the lock. */
export const whileLocked = async (cache, work) => {
  const folder = `${cache}/set-up.lock`;
  fs.mkdirSync(cache, { recursive: true });
  for (let isTold = false; !take(folder); isTold = true) {
    if (isStale(folder)) {
      // Only one of several processes can rename a stale lock.
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
