import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range that kernels give to outgoing connections, which would take it meanwhile. */
const LOWEST = 20_000;
const HIGHEST = 32_000;
const TRIES = 50;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port of 127.0.0.1 that nothing listens on; random, so that test files do not meet at one. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port found between ${LOWEST} and ${HIGHEST}`);
};
