import { startServerProcess, type ServerProcess } from '../support/server-process';

/** Time limit in milliseconds for ten processes on a loaded machine. */
const TIMEOUT = 240_000;

/** Starts `count` instances at the same time, with the same environment. */
export const startInstances = (
  count: number,
  env: Record<string, string>,
  publicDir?: string
): Promise<ServerProcess[]> =>
  Promise.all(
    Array.from({ length: count }, () => startServerProcess({ env, publicDir, timeout: TIMEOUT }))
  );

/** Stops instances at the same time. */
export const stopInstances = async (servers: ServerProcess[]): Promise<void> => {
  await Promise.all(servers.map((server) => server.stop()));
};
