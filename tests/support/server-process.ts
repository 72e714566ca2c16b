import { spawn, type ChildProcessByStdio } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';

import { TOKEN, surroundings, testEnvironment } from './environment';
import { makeDataFolders, NEW_DATABASE } from './folders';
import { freePort } from './port';
import { owes } from './running';
import { copyKept } from './template/kept';

const root = path.resolve(__dirname, '../..');
const READY = /(?:^|")Ready after /m;

export interface ServerProcessOptions {
  /** Environment variables in addition to the usual ones; `''` counts as unset. */
  env?: Record<string, string>;
  /** SQLite file to use and keep, instead of a temporary one. */
  databaseFile?: string;
  /** Public folder to use and keep, instead of a temporary one. */
  publicDir?: string;
  /** Start timeout in milliseconds; default 60,000. */
  timeout?: number;
}

/** Exit status of a process. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The site in a separate process, as `npm start` runs it after the build. */
export interface ServerProcess {
  url: string;
  pid: number;
  token: string;
  databaseFile: string;
  publicDir: string;
  uploadsDir: string;
  /** Output of the process so far. */
  readonly log: string;
  /** Resolves when the process has ended. */
  exited: Promise<Exit>;
  /** Kills the process, as in a crash, and keeps its data. */
  kill9: () => Promise<void>;
  /** Starts the process again with the same data and URL. */
  restart: () => Promise<ServerProcess>;
  /** Stops the process with SIGTERM and deletes its temporary data. Does nothing if it has ended. */
  stop: () => Promise<Exit>;
}

/**
 * Waits until a site has printed that it is ready, by default for 60 seconds.
 * @returns an object with all output, also later output
 * @throws Error with the output if the process ends or is too late
 */
export const waitUntilReady = async (
  child: ChildProcessByStdio<null, Readable, Readable>,
  timeout = 60_000
): Promise<{ readonly log: string }> => {
  let log = '';
  const isReady = new Promise<void>((resolve) => {
    const collect = (chunk: Buffer) => {
      log += chunk.toString();
      if (READY.test(log)) resolve();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
  });
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(`ended with ${code ?? signal}`));
  });
  let timer: NodeJS.Timeout | undefined;
  const outcome = await Promise.race([
    isReady.then(() => 'ready'),
    exited,
    new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve(`was not ready after ${timeout} ms`), timeout);
    }),
  ]);
  clearTimeout(timer);
  if (outcome !== 'ready') throw new Error(`The server ${outcome}:\n${log}`);
  return {
    get log() {
      return log;
    },
  };
};

/** Starts a server process on a free port of 127.0.0.1, and waits until it is ready. */
export const startServerProcess = async (
  options: ServerProcessOptions = {}
): Promise<ServerProcess> => {
  const folders = await makeDataFolders(options);
  const port = await freePort();
  const environment: NodeJS.ProcessEnv = {
    ...surroundings(),
    ...testEnvironment(),
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PUBLIC_DIR: folders.publicDir,
    DATABASE_CLIENT: 'sqlite',
    DATABASE_FILENAME: folders.databaseFile,
    ...options.env,
  };

  const start = async (): Promise<ServerProcess> => {
    const child = spawn(process.execPath, [path.join(root, 'dist/src/start/serve.js')], {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = new Promise<Exit>((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    let output: { readonly log: string };
    try {
      output = await waitUntilReady(child, options.timeout);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }

    const stop = async () => {
      settled();
      child.kill('SIGTERM');
      const exit = await exited;
      await folders.remove();
      return exit;
    };
    const settled = owes(stop);

    return {
      url: `http://127.0.0.1:${port}`,
      pid: child.pid as number,
      token: environment.BOT_API_TOKEN ?? TOKEN,
      databaseFile: folders.databaseFile,
      publicDir: folders.publicDir,
      uploadsDir: folders.uploadsDir,
      get log() {
        return output.log;
      },
      exited,
      async kill9() {
        child.kill('SIGKILL');
        await exited;
      },
      async restart() {
        settled();
        child.kill('SIGTERM');
        await exited;
        return start();
      },
      stop,
    };
  };

  try {
    const isNew = options.databaseFile === undefined && !('DATABASE_CLIENT' in { ...options.env });
    if (isNew) await copyKept(NEW_DATABASE, folders.databaseFile);
    return await start();
  } catch (error) {
    await folders.remove();
    throw error;
  }
};
