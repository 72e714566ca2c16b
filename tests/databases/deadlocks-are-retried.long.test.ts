import { setTimeout as pause } from 'node:timers/promises';

import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';

import { createBot, type Bot } from '../support/bot';
import { textFile } from '../support/files';
import { describeWithMariaDb } from '../support/mariadb';
import { describeWithPostgres } from '../support/postgres';
import { newDatabase } from '../support/new-database';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { until } from '../support/until';

/** A connection of another program to the site's database. */
interface Connection {
  run: (sql: string) => Promise<void>;
  /** The number of deadlocks since the start of the server. */
  deadlocks: () => Promise<number>;
  end: () => Promise<void>;
}

/** SQL that takes the lock of publications, which a deletion holds while it waits for files. */
type LockSql = (id: string) => string;

const testsOn = (
  client: 'postgres' | 'mysql',
  connect: (url: string) => Promise<Connection>,
  lockOf: LockSql
): void => {
  let server: ServerProcess;
  let bot: Bot;
  let other: Connection;

  beforeAll(async () => {
    const database = await newDatabase(client);
    server = await startServerProcess({ env: database.env });
    bot = createBot(server);
    other = await connect(database.url);
    await other.run('CREATE TABLE heavy (number INTEGER)');
  });
  afterAll(async () => {
    await other.end();
    await server.stop();
  });

  test('a deletion that the database ends because of a deadlock runs again', async () => {
    const file = await bot.upload(textFile('a.txt', 'a'));
    const { id } = await bot.createPublication({ title: 'With a file', media: [file] });
    const before = await other.deadlocks();

    await other.run('BEGIN');
    // MySQL ends the transaction that has changed fewer rows.
    const rows = Array.from({ length: 1000 }, (_row, number) => `(${number})`).join();
    await other.run(`INSERT INTO heavy VALUES ${rows}`);
    await other.run('SELECT id FROM files FOR UPDATE');
    const deletion = bot.remove(id);
    await pause(500);
    await other.run(lockOf(id));
    await other.run('ROLLBACK');

    expect((await deletion).media.deleted).toEqual([file.id]);
    await until('a deadlock is counted', async () => (await other.deadlocks()) > before);
  });
};

describeWithMariaDb('MariaDB', () => {
  const connect = async (url: string): Promise<Connection> => {
    const connection = await createConnection(url);
    return {
      run: async (sql) => void (await connection.query(sql)),
      deadlocks: async () => {
        const [rows] = await connection.query("SHOW GLOBAL STATUS LIKE 'Innodb_deadlocks'");
        return Number((rows as { Value: string }[])[0]?.Value);
      },
      end: () => connection.end(),
    };
  };
  testsOn('mysql', connect, () => 'SELECT id FROM bot_locks FOR UPDATE');
});

describeWithPostgres('PostgreSQL', () => {
  const connect = async (connectionString: string): Promise<Connection> => {
    const connection = new Client({ connectionString });
    await connection.connect();
    return {
      run: async (sql) => void (await connection.query(sql)),
      deadlocks: async () => {
        await connection.query('SELECT pg_stat_clear_snapshot()');
        const { rows } = await connection.query<{ count: string }>(
          'SELECT sum(deadlocks) AS count FROM pg_stat_database'
        );
        return Number(rows[0]?.count);
      },
      end: () => connection.end(),
    };
  };
  testsOn(
    'postgres',
    connect,
    (id) => `SELECT pg_advisory_xact_lock(hashtextextended('document:${id}', 0))`
  );
});
