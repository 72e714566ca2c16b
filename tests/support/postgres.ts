import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Client } from 'pg';

import { freePort } from './port';
import { postgresAccount, postgresBinaries } from './postgres-binaries';
import { owes } from './running';
import { makeOnce } from './template/kept';

const START_TIMEOUT = 30_000;
const PAUSE = 100;

/** A running PostgreSQL server. */
export interface Postgres {
  /** URL of an empty database, for `DATABASE_URL`. */
  url: string;
  /** Creates another empty database. Returns its URL. */
  createDatabase: (name: string) => Promise<string>;
  /** Kills the server, as in a crash, and keeps its data. */
  kill9: () => Promise<void>;
  /** Stops the server with PostgreSQL's immediate shutdown, which aborts its clients. */
  shutDownAtOnce: () => Promise<void>;
  /** Starts the server again with the same data and URL. */
  startAgain: () => Promise<void>;
  /** Stops the server and deletes its data. */
  stop: () => Promise<void>;
}

/** Reason for which PostgreSQL cannot start on this machine, or an empty string. */
export const postgresObstacle = (): string => {
  try {
    postgresBinaries();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

/** `describe` for tests that need PostgreSQL. Without it they are skipped with the reason; in CI they fail. */
export const describeWithPostgres = (name: string, tests: () => void): void => {
  const obstacle = postgresObstacle();
  if (!obstacle) describe(name, tests);
  else if (process.env.CI === 'true') {
    it(`${name}: needs PostgreSQL`, () => {
      throw new Error(obstacle);
    });
  } else describe.skip(`${name} (skipped: needs PostgreSQL: ${obstacle})`, tests);
};

const query = async (url: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  // A server that stops while the connection closes is not an error of the test.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

const untilReady = async (
  url: string,
  deadline: number,
  hasEnded: () => boolean
): Promise<void> => {
  for (;;) {
    try {
      return await query(url, 'select 1');
    } catch (error) {
      if (hasEnded() || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
};

/**
 * Starts a PostgreSQL server on a free port of 127.0.0.1, for tests that stop it. Others use `newDatabase`.
 * @param prepare writes files into the data folder, and returns additional settings
 */
export const startPostgres = async (
  prepare: (data: string) => string[] = () => []
): Promise<Postgres> => {
  const folder = postgresBinaries();
  const account = postgresAccount();
  const data = mkdtempSync(path.join(tmpdir(), 'postgres-data-'));
  if (account) chownSync(data, account.uid, account.gid);

  const asAccount = { cwd: data, ...account };
  // The C locale sorts the same on every machine.
  const initialise = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  await makeOnce('postgres', data, () =>
    execFileSync(path.join(folder, 'bin/initdb'), [...initialise, '--locale=C'], {
      stdio: 'pipe',
      ...asAccount,
    })
  );

  const more = prepare(data);
  if (account) {
    for (const file of readdirSync(data))
      chownSync(path.join(data, file), account.uid, account.gid);
  }

  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'fsync=off',
    // Several test files use the server at once, some with several instances.
    'max_connections=400',
    ...more,
  ];
  const address = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;

  const launch = () => {
    const server = spawn(
      path.join(folder, 'bin/postgres'),
      ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      { stdio: 'ignore', ...asAccount }
    );
    const state = { hasEnded: false };
    const ended = new Promise<void>((resolve) => {
      const end = () => {
        state.hasEnded = true;
        resolve();
      };
      server.once('exit', end);
      server.once('error', end);
    });
    const end = async (signal: NodeJS.Signals) => {
      server.kill(signal);
      await ended;
    };
    return { state, end };
  };

  /** Starts the server, with retries: right after a crash it may find child processes of the old one and exit. */
  const start = async () => {
    const deadline = Date.now() + START_TIMEOUT;
    for (;;) {
      const server = launch();
      try {
        await untilReady(address('postgres'), deadline, () => server.state.hasEnded);
        return server;
      } catch (error) {
        await server.end('SIGKILL');
        if (Date.now() > deadline) throw error;
      }
    }
  };

  let server = await start();
  const stop = async () => {
    settled();
    // SIGINT is PostgreSQL's fast shutdown, which does not wait for clients.
    await server.end('SIGINT');
    rmSync(data, { recursive: true, force: true });
  };
  const settled = owes(stop);

  await query(address('postgres'), 'create database site');
  return {
    url: address('site'),
    async createDatabase(name) {
      await query(address('postgres'), `create database "${name}"`);
      return address(name);
    },
    kill9: () => server.end('SIGKILL'),
    shutDownAtOnce: () => server.end('SIGQUIT'),
    async startAgain() {
      server = await start();
    },
    stop,
  };
};
