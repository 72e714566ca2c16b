import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

import getPort from 'get-port';

import { surroundings, testEnvironment } from '../support/environment';
import type { Random } from '../support/random';

const root = path.resolve(__dirname, '../..');
const READY = /^Ready after /m;
const PORTS_TRIED = 50;
const START_MILLISECONDS = 240_000;

/** Finds a free port outside of the range for client connections, which could take it while the server is down. */
const findPort = (random: Random): Promise<number> =>
  getPort({
    host: '127.0.0.1',
    port: Array.from({ length: PORTS_TRIED }, () => random.between(15_000, 30_000)),
  });

/** Starts and kills a real server process, also during its start. */
export const createServerProcess = async (settings: Record<string, string>, random: Random) => {
  const port = await findPort(random);
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...surroundings(),
    ...testEnvironment(),
    PORT: String(port),
    PUBLIC_URL: url,
    ...settings,
  };
  let child: ChildProcess | undefined;
  let exited: Promise<unknown> = Promise.resolve();
  let log = '';
  /** Whether the last exit was requested. */
  let isAsked = true;
  const ownDeaths: string[] = [];

  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    isAsked = true;
    child?.kill(signal);
    await exited;
  };

  return {
    url,
    ownDeaths,

    /** Whether the process is running. */
    get isRunning(): boolean {
      return child !== undefined && child.exitCode === null && child.signalCode === null;
    },

    /** The last output of the server. */
    get log(): string {
      return log.slice(-20_000);
    },

    /** Starts the server. Resolves when it is ready or has exited. */
    start(): Promise<void> {
      isAsked = false;
      const started = spawn(process.execPath, [path.join(root, 'dist/src/start/serve.js')], {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      exited = new Promise((resolve) => started.once('exit', resolve));
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`The server did not start:\n${log}`)),
          START_MILLISECONDS
        );
        let own = '';
        const collect = (chunk: Buffer): void => {
          log = (log + chunk.toString()).slice(-40_000);
          own = (own + chunk.toString()).slice(-4_000);
          if (READY.test(own)) settle();
        };
        const settle = (): void => {
          clearTimeout(timer);
          resolve();
        };
        started.stdout.on('data', collect);
        started.stderr.on('data', collect);
        started.once('exit', (code, signal) => {
          if (!isAsked) ownDeaths.push(`ended with ${code ?? signal}: ${log.slice(-1_000)}`);
          settle();
        });
      });
    },

    /** Kills it at once, like a crash. */
    kill9: () => end('SIGKILL'),

    /** Requests a graceful stop. */
    stop: () => end('SIGTERM'),
  };
};

export type ServerProcess = Awaited<ReturnType<typeof createServerProcess>>;
