import { setTimeout as pause } from 'node:timers/promises';

/** Polls until `test` is true. @throws Error after `timeout` milliseconds */
export const until = async (
  what: string,
  test: () => boolean | Promise<boolean>,
  timeout = 60_000,
  interval = 2
): Promise<void> => {
  const deadline = Date.now() + timeout;
  while (!(await test())) {
    if (Date.now() > deadline) throw new Error(`Waited ${timeout} ms in vain until ${what}`);
    await pause(interval);
  }
};
