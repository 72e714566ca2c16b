import { readFileSync, writeSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

import { REPORT, type Limit } from './messages';

/** Milliseconds between two checks of memory and CPU time. */
const PAUSE = 20;

/**
 * Minimum milliseconds between two activity signs, which tell the parent process that the file process uses the CPU;
 * see `child.ts`.
 */
const SIGN_PAUSE = 1_000;

/** Maximum CPU time in milliseconds that a process may use during `SIGN_PAUSE` and still count as idle. */
const NO_WORK = 5;

/**
 * Memory shared by the main thread and the watch thread: limit in MiB (0 for none), limit in ms of CPU time, and a
 * field on which the watch thread sleeps.
 */
type Bounds = Int32Array;

const MEBIBYTE = 1024 * 1024;

const cpuMilliseconds = (): number => {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1000);
};

/**
 * Statistics of a Linux thread: nanoseconds on a CPU, nanoseconds in the queue, and number of time slices
 * (`Documentation/scheduler/sched-stats.rst`).
 */
const THREAD_STATISTICS = '/proc/thread-self/schedstat';

/**
 * CPU time in milliseconds that this watch thread has used (about 10 ms per second), so that its own checks do not
 * count as work of the process. 0 if neither Node.js (23.9 or later) nor Linux reports the time; the checks then count
 * as work.
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

/** Program of the watch thread: ends the process when it exceeds a limit. */
const watch = (bounds: Bounds): void => {
  let worked = 0;
  let signedAt = 0;
  for (;;) {
    // Sleeps until a limit is set, which means that a file is being processed.
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
 * Limits memory and CPU time of this process: kills the process when it exceeds a limit. Runs in a separate thread,
 * because a decoder may block all other threads and allocates memory that V8 does not count.
 * @returns a function that sets the limits: bytes (0 for none) and seconds
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
