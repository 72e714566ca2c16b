/**
 * Relies on: knex 3.0.1: `acquireConnection`, `query` and `releaseConnection` of a client or transaction
 * Breaks if: knex renames these
 * Checked by: the probe in `core/strapi/probes.ts`, `tests/api`
 */
import type { Core, UID } from '@strapi/strapi';

import { type Knex, openTransaction, quote, rowsOf, tableOf } from './connection';
import { retryWhileLoading } from './retry-while-loading';

/** Value of a binding (`?`). */
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

/** Connection of each transaction. A transaction keeps the same one until it ends. */
const connections = new WeakMap<Client, object>();

/** Runs a statement on a transaction's connection. The connection stays acquired until the transaction ends. */
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
    // The release is not awaited, because the pool gets the connection back at once.
    void client.releaseConnection(connection);
  }
};

const run = (strapi: Core.Strapi, statement: Statement): Promise<{ response: unknown }> => {
  const transaction = openTransaction()?.client as Client | undefined;
  if (transaction === undefined) {
    return retryWhileLoading(strapi, () =>
      runAlone(strapi.db.connection.client as Client, statement)
    );
  }
  const connection = connections.get(transaction);
  // A known connection needs no `await`: a write has many statements, and each promise costs time.
  return connection === undefined
    ? runIn(transaction, statement)
    : transaction.query(connection, statement);
};

/**
 * Runs a statement in the open transaction, if any. Bypasses knex's query builder and runner, which take longer than an
 * index look-up on SQLite.
 * @returns the driver's result, as from `knex.raw`
 */
export const execute = (
  strapi: Core.Strapi,
  sql: string,
  values: readonly StatementValue[]
): Promise<unknown> =>
  run(strapi, { method: 'raw', sql, bindings: values }).then(({ response }) => response);

/** Runs a SELECT with `execute` and returns its rows. */
export const selectRows = <Row>(
  strapi: Core.Strapi,
  sql: string,
  values: readonly StatementValue[]
): Promise<Row[]> => execute(strapi, sql, values).then(rowsOf<Row>);

/** Placeholders for a list of values: `?, ?`. */
export const placesFor = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/** Deletes rows by their IDs. @param table quoted name */
export const deleteRows = async (
  strapi: Core.Strapi,
  table: string,
  ids: readonly number[]
): Promise<void> => {
  await execute(strapi, `DELETE FROM ${table} WHERE id IN (${placesFor(ids)})`, ids);
};

/** Value of a column in a new row: a binding or an SQL fragment. */
export type ColumnValue = StatementValue | ReturnType<Knex['raw']>;

/** A fragment of SQL with its bindings. */
type Part = Pick<Statement, 'sql' | 'bindings'>;

const toPart = (value: ColumnValue): Part =>
  typeof value === 'object' && value !== null && 'toSQL' in value
    ? (value.toSQL() as Part)
    : { sql: '?', bindings: [value] };

/** Result of a raw INSERT of one row: the RETURNING row, or the driver's own format. */
interface Inserted {
  id?: number;
  insertId?: number;
}

/**
 * Creates a function that inserts a row and returns its ID. Uses plain SQL, which is faster than the query builder.
 * @param unique unique column; a row with the same value is replaced
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
    if (known !== undefined) return known;
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
