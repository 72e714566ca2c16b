import { isMainThread, Worker, workerData } from 'node:worker_threads';

import { MEMORY_SIGNAL } from './memory-signal';

/** How often the memory is looked at, in milliseconds. */
const PAUSE = 20;

/** What the two threads share: the bound in MiB, 0 for none; and a place to sleep on. */
type Bound = Int32Array;

const MEBIBYTE = 1024 * 1024;

/** The whole program of the thread: ends the process when it has taken more than it may. */
const watch = (bound: Bound): void => {
  for (;;) {
    // Sleeps while nothing is being worked on.
    Atomics.wait(bound, 0, 0);
    Atomics.wait(bound, 1, 0, PAUSE);
    const most = Atomics.load(bound, 0);
    if (most > 0 && process.memoryUsage.rss() > most * MEBIBYTE) {
      process.kill(process.pid, MEMORY_SIGNAL);
    }
  }
};

/**
 * Bounds the memory of this process while it works, by ending it. From a thread of its own: a
 * decoder may keep the others busy, and takes memory where no engine counts it.
 * @returns what sets the bound in bytes, 0 for none
 */
export const startMemoryWatch = (): ((bytes: number) => void) => {
  const bound: Bound = new Int32Array(new SharedArrayBuffer(8));
  new Worker(__filename, { workerData: { bound } }).unref();
  return (bytes) => {
    Atomics.store(bound, 0, Math.ceil(bytes / MEBIBYTE));
    Atomics.notify(bound, 0);
  };
};

if (!isMainThread) {
  watch((workerData as { bound: Bound }).bound);
}
