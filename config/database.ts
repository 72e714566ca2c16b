import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

import type { Core } from '@strapi/strapi';

import {
  databaseClient,
  databasePool,
  databaseSchema,
  databaseServer,
  databaseTls,
} from './environment/database';
import { text } from './environment/read';
import { cacheStatements, type SqliteDatabase } from './environment/sqlite';

type Connection = Core.Config.Database['connection'];
type AfterCreate = NonNullable<NonNullable<Connection['pool']>['afterCreate']>;

/**
 * SQLite cache in KiB that holds the index pages of a million works; the driver's 16 MB are too small for them. A small
 * database never fills it.
 */
const CACHE_KIBIBYTES = 65_536;

/**
 * Settings of an SQLite connection. WAL allows reads during a write. With `synchronous = FULL`, a write that was
 * reported to the bot as done survives a power failure. Strapi enables foreign keys before this function runs.
 */
const setUpSqlite: AfterCreate = (connection, done) => {
  const sqlite = connection as SqliteDatabase;
  try {
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('busy_timeout = 5000');
    sqlite.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
    cacheStatements(sqlite);
  } catch (error) {
    done(error as Error, connection);
    return;
  }
  done(undefined, connection);
};

const connections: Record<ReturnType<typeof databaseClient>, () => Connection> = {
  sqlite: () => ({
    client: 'sqlite',
    connection: { filename: text('DATABASE_FILENAME', '.tmp/data.db') },
    useNullAsDefault: true,
    pool: { afterCreate: setUpSqlite },
  }),
  postgres: () => ({
    client: 'postgres',
    connection: {
      ...databaseServer(5432),
      schema: databaseSchema(),
      ssl: databaseTls(),
    },
    pool: databasePool(),
  }),
  mysql: () => ({
    client: 'mysql',
    connection: {
      ...databaseServer(3306),
      charset: 'utf8mb4',
      ssl: databaseTls() || undefined,
    },
    pool: databasePool(),
  }),
};

/** Migrations of the compiled server; see database/README.md. */
const MIGRATIONS = path.join(__dirname, '../database/migrations');

/**
 * Whether the compiled server has migrations. Without any, Strapi must not look for them: it would load the TypeScript
 * compiler (49 MB, a tenth of the start time).
 */
const hasMigrations = (): boolean =>
  existsSync(MIGRATIONS) && readdirSync(MIGRATIONS).some((name) => name.endsWith('.js'));

export default (): Core.Config.Database => ({
  connection: connections[databaseClient()](),
  settings: { useTypescriptMigrations: hasMigrations() },
});
