import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { log } from '../terminal.mjs';

const HEARTBEAT = 2_000;
/** Age in milliseconds after which a lock is stale, because its process has died. */
const STALE = 15_000;

const acquire = (folder) => {
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
export const withLock = async (cache, work) => {
  const folder = `${cache}/set-up.lock`;
  fs.mkdirSync(cache, { recursive: true });
  for (let isLogged = false; !acquire(folder); isLogged = true) {
    if (isStale(folder)) {
      // Only one of several processes can rename a stale lock.
      fs.renameSync(folder, `${folder}.${process.pid}`);
      fs.rmdirSync(`${folder}.${process.pid}`);
    } else {
      if (!isLogged) log('Waiting for another process, which is setting up ...');
      await pause(300);
    }
  }
  const heartbeat = setInterval(() => fs.utimesSync(folder, new Date(), new Date()), HEARTBEAT);
  const release = () => fs.rmSync(folder, { recursive: true, force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off('exit', release);
    release();
  }
};
