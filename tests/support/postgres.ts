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

/** A PostgreSQL server. */
export interface Postgres {
  /** The address of an empty database, as `DATABASE_URL` takes it. */
  url: string;
  /** Makes another empty database. Returns its address. */
  createDatabase: (name: string) => Promise<string>;
  /** Ends the server at once, as a crash would, and keeps its data. */
  kill9: () => Promise<void>;
  /** Ends the server by PostgreSQL's immediate shutdown: it leaves its clients in the middle. */
  shutDownAtOnce: () => Promise<void>;
  /** Starts the server again on the same data and address. */
  startAgain: () => Promise<void>;
  /** Stops the server and removes its data. */
  stop: () => Promise<void>;
}

/** Why no PostgreSQL can be started here, or the empty string. */
export const postgresObstacle = (): string => {
  try {
    postgresBinaries();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

/**
 * `describe` for tests that need PostgreSQL. Where there is none they are shown as skipped, by name
 * and with the reason; on CI they fail, because there they must run.
 */
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
  // A server that is shut down while the connection closes is no error of the test.
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
 * Starts a real PostgreSQL server on a free port of 127.0.0.1, for tests that stop it; others ask for a `newDatabase`.
 * @param prepare writes files into the folder of its data, and returns more settings
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
    // Of several test files at once, some with several instances.
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

  /** Right after a crash the new server may find the old one's children, and gives up. */
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
    // SIGINT is PostgreSQL's fast shutdown: it does not wait for clients to leave.
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
