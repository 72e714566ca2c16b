import { readFileSync, writeSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

import { REPORT, type Limit } from './messages';

/** How often it is looked at what the process has taken, in milliseconds. */
const PAUSE = 20;

/** Milliseconds between two signs that the process works; see `child.ts`. */
const SIGN_PAUSE = 1_000;

/** Milliseconds of CPU time that a process which does nothing may seem to use between two signs. */
const NO_WORK = 5;

/** What the two threads share: MiB of memory, 0 for no bound; milliseconds of CPU time; a place to sleep on. */
type Bounds = Int32Array;

const MEBIBYTE = 1024 * 1024;

const cpuMilliseconds = (): number => {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1000);
};

/** Nanoseconds on a CPU, time in the queue, and turns (`Documentation/scheduler/sched-stats.rst` of Linux). */
const THREAD_STATISTICS = '/proc/thread-self/schedstat';

/**
 * Milliseconds of CPU time that this thread has used, some ten a second; 0 where neither Node.js (from 23.9 on)
 * nor the system tells, so that the watch itself counts as work.
 */
const ownMilliseconds = (): number => {
  const usage = (process as { threadCpuUsage?: () => NodeJS.CpuUsage }).threadCpuUsage?.();
  if (usage !== undefined) {
    return (usage.user + usage.system) / 1_000;
  }
  try {
    return Number.parseInt(readFileSync(THREAD_STATISTICS, 'latin1'), 10) / 1_000_000;
  } catch {
    return 0;
  }
};

const end = (limit: Limit): void => {
  writeSync(REPORT.file, limit);
  process.kill(process.pid, 'SIGKILL');
};

/** The whole program of the thread: ends the process when it has taken more than it may. */
const watch = (bounds: Bounds): void => {
  let worked = 0;
  let signedAt = 0;
  for (;;) {
    // Sleeps while nothing is being worked on.
    Atomics.wait(bounds, 0, 0);
    Atomics.wait(bounds, 2, 0, PAUSE);
    const [memory, time] = [Atomics.load(bounds, 0), Atomics.load(bounds, 1)];
    const used = cpuMilliseconds();
    if (memory === 0) {
      continue;
    }
    if (process.memoryUsage.rss() > memory * MEBIBYTE) {
      end('memory');
    }
    if (used > time) {
      end('time');
    }
    if (performance.now() - signedAt < SIGN_PAUSE) {
      continue;
    }
    signedAt = performance.now();
    const work = used - ownMilliseconds();
    if (work - worked > NO_WORK) {
      writeSync(REPORT.file, REPORT.sign);
    }
    worked = work;
  }
};

/**
 * Bounds the memory and the CPU time of this process while it works, by ending it. From a thread of
 * its own: a decoder may keep the others busy, and takes memory where no engine counts it.
 * @returns what sets the bounds from now on: bytes, 0 for none, and seconds
 */
export const startWatch = (): ((memoryBytes: number, cpuSeconds: number) => void) => {
  const bounds: Bounds = new Int32Array(new SharedArrayBuffer(12));
  new Worker(__filename, { workerData: { bounds } }).unref();
  return (memoryBytes, cpuSeconds) => {
    Atomics.store(bounds, 1, cpuMilliseconds() + cpuSeconds * 1000);
    Atomics.store(bounds, 0, Math.ceil(memoryBytes / MEBIBYTE));
    Atomics.notify(bounds, 0);
  };
};

if (!isMainThread) {
  watch((workerData as { bounds: Bounds }).bounds);
}
