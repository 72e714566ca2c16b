import { randomInt } from 'node:crypto';

import getPort from 'get-port';

/** Lowest port, below the kernel's range for outgoing connections, which could occupy it in the meantime. */
const LOWEST = 20_000;
const HIGHEST = 32_000;
const TRIES = 50;

/** A free port of 127.0.0.1; random, so that test files do not choose the same. */
export const freePort = (): Promise<number> =>
  getPort({
    host: '127.0.0.1',
    port: Array.from({ length: TRIES }, () => randomInt(LOWEST, HIGHEST)),
  });
