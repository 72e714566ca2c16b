import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import getPort from 'get-port';

const CHILD = fileURLToPath(new URL('child.mjs', import.meta.url));

/**
 * Starts a server of the benchmark and waits until it takes requests.
 *
 * @param {object} options
 * @param {string} options.appDir the application's folder, with its `dist`.
 * @param {Record<string, string>} options.environment all that it is started with.
 * @returns its address, `ask(name, argument)` for what `child.mjs` answers, and `stop()`.
 */
export const startServer = async ({ appDir, environment }) => {
  const port = await getPort({ host: '127.0.0.1' });
  const url = `http://127.0.0.1:${port}`;
  const child = fork(CHILD, [appDir], {
    env: { ...environment, PORT: String(port), PUBLIC_URL: url },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const open = new Map();
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const hasEnded = exited.then((code) => {
    for (const { reject } of open.values()) reject(new Error(`A server ended with ${code}`));
    throw new Error(`A server ended with ${code}`);
  });
  hasEnded.catch(() => undefined);

  let nextId = 0;
  const ask = (name, argument) =>
    new Promise((resolve, reject) => {
      const id = (nextId += 1);
      open.set(id, { resolve, reject });
      child.send({ id, name, argument }, (error) => error && reject(error));
    });

  const ready = new Promise((resolve) => {
    child.on('message', (message) => {
      if (message.ready) return resolve();
      const { resolve: answer, reject } = open.get(message.id);
      open.delete(message.id);
      return message.error ? reject(new Error(message.error)) : answer(message.result);
    });
  });
  await Promise.race([ready, hasEnded]);

  return {
    url,
    port,
    pid: child.pid,
    ask,
    async stop() {
      await ask('stop').catch(() => child.kill('SIGKILL'));
      await exited;
    },
  };
};
