import { execFileSync, spawn } from 'node:child_process';
import {
  accessSync,
  chownSync,
  constants,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { createConnection, type Connection } from 'mysql2/promise';

import { freePort } from './port';
import type { Account } from './postgres-binaries';
import { owes } from './running';

const START_TIMEOUT = 60_000;
const PAUSE = 100;
const NAME = 'site';

/** A running MariaDB server. */
export interface MariaDb {
  /** URL of an empty database for `DATABASE_URL`; its user can only access databases named `site...`. */
  url: string;
  /** Creates another empty database, whose name must begin with `site`. Returns its URL. */
  createDatabase: (name: string) => Promise<string>;
  /** Stops the server and deletes its data. */
  stop: () => Promise<void>;
}

/** Debian installs the server in folders that are only on root's PATH. */
const FOLDERS = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];

const findProgram = (name: string): string => {
  for (const folder of FOLDERS) {
    const file = path.join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // The program is not in this folder.
    }
  }
  throw new Error(`${name} is not installed`);
};

const programs = () => ({
  server: findProgram('mariadbd'),
  install: findProgram('mariadb-install-db'),
});

/** Reason for which MariaDB cannot start on this machine, or an empty string. */
export const mariaDbObstacle = (): string => {
  try {
    programs();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

/** `describe` for tests that need MariaDB. Without it they are skipped with the reason; in CI they fail. */
export const describeWithMariaDb = (name: string, tests: () => void): void => {
  const obstacle = mariaDbObstacle();
  if (!obstacle) describe(name, tests);
  else if (process.env.CI === 'true') {
    it(`${name}: needs MariaDB`, () => {
      throw new Error(obstacle);
    });
  } else describe.skip(`${name} (skipped: needs MariaDB: ${obstacle})`, tests);
};

const accountOf = (user: string): Account => {
  const readId = (option: string) =>
    Number(execFileSync('id', [option, user], { encoding: 'utf8', stdio: 'pipe' }));
  return { uid: readId('-u'), gid: readId('-g') };
};

/** Account for the server, which refuses to run as root: the user `mysql` or `nobody`. */
const account = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  try {
    return accountOf('mysql');
  } catch {
    return accountOf('nobody');
  }
};

const connect = async (url: string, deadline: number): Promise<Connection> => {
  for (;;) {
    try {
      return await createConnection(url);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
};

/** Starts a MariaDB server on a free port of 127.0.0.1, with its own data. */
export const startMariaDb = async (): Promise<MariaDb> => {
  const { server: program, install } = programs();
  const owner = account();
  const folder = mkdtempSync(path.join(tmpdir(), 'mariadb-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const asOwner = { cwd: folder, ...owner };
  const data = path.join(folder, 'data');

  mkdirSync(data);
  if (owner) chownSync(data, owner.uid, owner.gid);
  execFileSync(
    install,
    [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-name-resolve',
      '--skip-test-db',
    ],
    { stdio: 'pipe', ...asOwner }
  );

  const setUp = path.join(folder, 'set-up.sql');
  writeFileSync(
    setUp,
    [
      `CREATE DATABASE ${NAME} CHARACTER SET utf8mb4;`,
      `CREATE USER '${NAME}'@'127.0.0.1' IDENTIFIED BY '${NAME}';`,
      `GRANT ALL ON \`${NAME}%\`.* TO '${NAME}'@'127.0.0.1';`,
    ].join('\n'),
    { mode: 0o644 }
  );

  const port = await freePort();
  const server = spawn(
    program,
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${path.join(folder, 'socket')}`,
      `--pid-file=${path.join(folder, 'pid')}`,
      '--bind-address=127.0.0.1',
      `--port=${port}`,
      '--skip-name-resolve',
      `--init-file=${setUp}`,
      // The data is temporary, so writes need not wait for the disk.
      '--innodb-flush-log-at-trx-commit=0',
    ],
    { stdio: 'ignore', ...asOwner }
  );
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
    server.once('error', () => resolve());
  });
  const stop = async () => {
    settled();
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const settled = owes(stop);

  const url = `mysql://${NAME}:${NAME}@127.0.0.1:${port}/${NAME}`;
  const connection = await connect(url, Date.now() + START_TIMEOUT);
  await connection.end();
  return {
    url,
    async createDatabase(name) {
      const client = await createConnection(url);
      await client.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
      await client.end();
      return url.replace(/[^/]+$/, name);
    },
    stop,
  };
};
