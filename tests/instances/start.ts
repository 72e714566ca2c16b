import { startServerProcess, type ServerProcess } from '../support/server-process';

/** Ten processes that wait for one another, on a machine that does other things besides. */
const TIMEOUT = 240_000;

/** Starts that many instances at the same moment, with the same environment. */
export const startInstances = (
  count: number,
  env: Record<string, string>,
  publicDir?: string
): Promise<ServerProcess[]> =>
  Promise.all(
    Array.from({ length: count }, () => startServerProcess({ env, publicDir, timeout: TIMEOUT }))
  );

/** Stops instances at the same moment. */
export const stopInstances = async (servers: ServerProcess[]): Promise<void> => {
  await Promise.all(servers.map((server) => server.stop()));
};
