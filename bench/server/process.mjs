import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import getPort from 'get-port';

const CHILD_PROGRAM = fileURLToPath(new URL('child.mjs', import.meta.url));

/**
 * Starts a server of the benchmark in its own process, and waits until it takes requests.
 * @param {Record<string, string>} environment all its environment variables.
 * @returns its port, `request(name, argument)` for a request to `child.mjs`, and `stop()`.
 */
export const startServer = async (appDir, environment) => {
  const port = await getPort({ host: '127.0.0.1' });
  const child = fork(CHILD_PROGRAM, [appDir], {
    env: { ...environment, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const open = new Map();
  const exited = once(child, 'exit').then(([code]) => {
    for (const { reject } of open.values()) reject(new Error(`A server ended with ${code}`));
  });
  const wait = (id, message) =>
    new Promise((resolve, reject) => {
      open.set(id, { resolve, reject });
      if (message) child.send(message, (error) => error && reject(error));
    }).finally(() => open.delete(id));
  child.on('message', ({ id, result, error }) => {
    const { resolve, reject } = open.get(id);
    if (error) reject(new Error(error));
    else resolve(result);
  });
  // The child sends message 0 when it is ready.
  await wait(0);

  let sent = 0;
  const request = (name, argument) => {
    sent += 1;
    return wait(sent, { id: sent, name, argument });
  };
  return {
    port,
    request,
    async stop() {
      await request('stop').catch(() => child.kill('SIGKILL'));
      await exited;
    },
  };
};
