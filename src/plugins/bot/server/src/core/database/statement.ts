import type { Core, UID } from '@strapi/strapi';

import { openTransaction, quote, rowsOf, tableOf, type Knex } from './connection';
import { patiently } from './patience';

/** What stands for a `?`. */
export type StatementValue = string | number | boolean | Date | null;

interface Statement {
  method: 'raw';
  sql: string;
  bindings: readonly StatementValue[];
}

interface Client {
  acquireConnection(): Promise<object>;
  releaseConnection(connection: object): Promise<void>;
  query(connection: object, statement: Statement): Promise<{ response: unknown }>;
}

/** The connection of each transaction, which keeps one to its end. */
const connections = new WeakMap<Client, object>();

/** Runs a statement on the connection of a transaction, which need not be released. */
const runIn = async (transaction: Client, statement: Statement): Promise<{ response: unknown }> => {
  const connection = await transaction.acquireConnection();
  connections.set(transaction, connection);
  return transaction.query(connection, statement);
};

const runAlone = async (client: Client, statement: Statement): Promise<{ response: unknown }> => {
  const connection = await client.acquireConnection();
  try {
    return await client.query(connection, statement);
  } finally {
    // Nothing is waited for: the pool has it back at once.
    void client.releaseConnection(connection);
  }
};

const run = (strapi: Core.Strapi, statement: Statement): Promise<{ response: unknown }> => {
  const transaction = openTransaction()?.client as Client | undefined;
  if (transaction === undefined) {
    return patiently(strapi, () => runAlone(strapi.db.connection.client as Client, statement));
  }
  const connection = connections.get(transaction);
  // Nothing is awaited where it is known: a write has many statements, and each promise costs.
  return connection === undefined
    ? runIn(transaction, statement)
    : transaction.query(connection, statement);
};

/**
 * Runs a statement in the open transaction, or on its own. It bypasses knex's builder and runner, which take longer than
 * SQLite does for a look-up by an index.
 * @returns what the driver answers, as `knex.raw` does
 */
export const execute = (
  strapi: Core.Strapi,
  sql: string,
  values: readonly StatementValue[]
): Promise<unknown> =>
  run(strapi, { method: 'raw', sql, bindings: values }).then(({ response }) => response);

/** The rows that a SELECT finds, as `execute` runs it. */
export const selectRows = <Row>(
  strapi: Core.Strapi,
  sql: string,
  values: readonly StatementValue[]
): Promise<Row[]> => execute(strapi, sql, values).then(rowsOf<Row>);

/** The places of some values in a list: `?, ?`. */
export const placesFor = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/**
 * Deletes rows by their numbers.
 * @param table quoted
 */
export const deleteRows = async (
  strapi: Core.Strapi,
  table: string,
  ids: readonly number[]
): Promise<void> => {
  await execute(strapi, `DELETE FROM ${table} WHERE id IN (${placesFor(ids)})`, ids);
};

/** What stands in a column of a new row: a value as drivers take it, or a part of a statement. */
export type ColumnValue = StatementValue | ReturnType<Knex['raw']>;

/** A part of a statement, with what stands for its `?`. */
type Part = Pick<Statement, 'sql' | 'bindings'>;

const toPart = (value: ColumnValue): Part =>
  typeof value === 'object' && value !== null && 'toSQL' in value
    ? (value.toSQL() as Part)
    : { sql: '?', bindings: [value] };

/** What a raw INSERT of one row gives: the row where it was asked for, else a note of the driver's. */
interface Inserted {
  id?: number;
  insertId?: number;
}

/**
 * Makes a function that inserts a row and returns its id. In SQL and not with the query builder, as most writes do it.
 * @param unique a column: the new row takes the place of one with the same value
 */
export const createRowInsert = (
  strapi: Core.Strapi,
  uid: UID.Schema,
  unique?: string
): ((row: Record<string, ColumnValue>) => Promise<number>) => {
  const table = quote(strapi, tableOf(strapi, uid));
  const returning = strapi.db.dialect.useReturning() ? ' RETURNING id' : '';
  const [replacing, valueOf] =
    strapi.db.dialect.client === 'mysql'
      ? ['ON DUPLICATE KEY UPDATE', (name: string) => `VALUES(${name})`]
      : [`ON CONFLICT (${unique}) DO UPDATE SET`, (name: string) => `excluded.${name}`];
  const statements = new Map<string, string>();

  const statementFor = (columns: string[], places: string): string => {
    const key = `${columns.join()} ${places}`;
    const known = statements.get(key);
    if (known !== undefined) {
      return known;
    }
    const names = columns.map((column) => quote(strapi, column));
    const replaced = names.map((name) => `${name} = ${valueOf(name)}`).join(', ');
    const upsert = unique === undefined ? '' : ` ${replacing} ${replaced}`;
    const statement = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})${upsert}${returning}`;
    statements.set(key, statement);
    return statement;
  };

  return async (row) => {
    const parts = Object.values(row).map(toPart);
    const statement = statementFor(Object.keys(row), parts.map(({ sql }) => sql).join(', '));
    const answer = await execute(
      strapi,
      statement,
      parts.flatMap(({ bindings }) => bindings)
    );
    const [inserted] = rowsOf<Inserted>(answer);
    return Number(inserted?.id ?? inserted?.insertId);
  };
};
