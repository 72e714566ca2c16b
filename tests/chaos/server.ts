import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

import getPort from 'get-port';

import { surroundings, testEnvironment } from '../support/environment';
import type { Random } from '../support/random';

const root = path.resolve(__dirname, '../..');
const READY = /^Ready after /m;
const PORTS_TRIED = 50;
const START_MILLISECONDS = 240_000;

/**
 * A free port that the system does not hand out to clients: while the server is down, one of the
 * bots' own connections would sooner or later sit on it.
 */
const findPort = (random: Random): Promise<number> =>
  getPort({
    host: '127.0.0.1',
    port: Array.from({ length: PORTS_TRIED }, () => random.between(15_000, 30_000)),
  });

/** The real server process, which can be killed at any moment, even while it starts. */
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
  /** Whether somebody has asked it to end. */
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

    /** Whether it has not ended. */
    get isRunning(): boolean {
      return child !== undefined && child.exitCode === null && child.signalCode === null;
    },

    /** The last that the server printed. */
    get log(): string {
      return log.slice(-20_000);
    },

    /** Starts it. The promise settles when it is ready, or has ended before. */
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

    /** Ends it at once, as a crash would. */
    kill9: () => end('SIGKILL'),

    /** Asks it to end. */
    stop: () => end('SIGTERM'),
  };
};

export type ServerProcess = Awaited<ReturnType<typeof createServerProcess>>;
