import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { say } from '../say.mjs';

const HEARTBEAT = 2_000;
const SILENT_TOO_LONG = 30_000;
const PAUSE = 300;

const alive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const read = (file) => {
  try {
    const { pid, host } = JSON.parse(fs.readFileSync(file, 'utf8'));
    return { pid, host, silence: Date.now() - fs.statSync(file).mtimeMs };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    // Half written: its owner is at it right now, or died there and will stay silent.
    return { silence: Date.now() - fs.statSync(file).mtimeMs };
  }
};

/** An owner is gone when its process is, or, for one that cannot be seen from here, when silent. */
const abandoned = ({ pid, host, silence }) => {
  if (host === os.hostname() && pid !== undefined) return pid === process.pid || !alive(pid);
  return silence > SILENT_TOO_LONG;
};

const take = (file) => {
  try {
    fs.writeFileSync(file, JSON.stringify({ pid: process.pid, host: os.hostname() }), {
      flag: 'wx',
    });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
};

/**
 * Takes an abandoned lock away. Another process may have done so before, and hold a lock of its own
 * by now: the rename shows whose lock it was, and the link gives a lock back that is in use.
 */
const discard = (file) => {
  const aside = `${file}.${process.pid}`;
  try {
    fs.renameSync(file, aside);
    if (!abandoned(read(aside))) fs.linkSync(aside, file);
    fs.rmSync(aside);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
};

/**
 * Runs `work` while no other process of this checkout runs any; waits for one that does.
 *
 * @param folder where the lock file is kept; made if it is missing.
 */
export const whileLocked = async (folder, work) => {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'setup.lock');
  let told = false;
  while (!take(file)) {
    const owner = read(file);
    if (owner && abandoned(owner)) {
      discard(file);
      continue;
    }
    if (owner && !told) say(`Waiting for process ${owner.pid ?? '?'}, which is setting up ...`);
    told = true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    fs.utimes(file, now, now, () => {});
  }, HEARTBEAT);
  const release = () => fs.rmSync(file, { force: true });
  process.on('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off('exit', release);
    release();
  }
};
