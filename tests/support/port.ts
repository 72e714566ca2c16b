import { randomInt } from 'node:crypto';

import getPort from 'get-port';

/** Below the range that kernels give to outgoing connections, which would take it meanwhile. */
const LOWEST = 20_000;
const HIGHEST = 32_000;
const TRIES = 50;

/** A port of 127.0.0.1 that nothing listens on; random, so that test files do not meet at one. */
export const freePort = (): Promise<number> =>
  getPort({
    host: '127.0.0.1',
    port: Array.from({ length: TRIES }, () => randomInt(LOWEST, HIGHEST)),
  });
