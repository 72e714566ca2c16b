import type { Core, UID } from '@strapi/strapi';

import { FILE_UID } from '../constants';
import { ScopedValue } from '../scoped-value';

import { retryAfterDeadlock } from './retry-after-deadlock';

export type Knex = Core.Strapi['db']['connection'];

/** An open transaction with hooks for its commit. */
export interface OpenTransaction {
  knex: Knex & { isCompleted(): boolean };
  onCommit: (work: () => void) => void;
}

const open = new ScopedValue<OpenTransaction>();

/**
 * Runs `work` so that `openTransaction` returns this transaction in all its code; see
 * `core/strapi/database/commit-callbacks.ts`.
 */
export const inTransaction = <Result>(transaction: OpenTransaction, work: () => Result): Result =>
  open.run(transaction, work);

const findOpen = (): OpenTransaction | undefined => {
  const found = open.get();
  // Asynchronous work started in a transaction may continue after its end.
  return found?.knex.isCompleted() === true ? undefined : found;
};

/** The transaction that is open in the current asynchronous context; undefined if there is none. */
export const openTransaction = (): Knex | undefined => findOpen()?.knex;

type Work<Result> = (knex: Knex) => PromiseLike<Result>;

const newTransaction = async <Result>(strapi: Core.Strapi, work: Work<Result>): Promise<Result> =>
  // Strapi types the result wrongly as a promise of a promise.
  strapi.db.transaction(({ trx }) => work(trx as unknown as Knex) as Promise<Result>);

/** Runs `work` in the open transaction, or in a new transaction that ends when `work` ends. */
export const singleTransaction = async <Result>(
  strapi: Core.Strapi,
  work: Work<Result>
): Promise<Result> => {
  const knex = openTransaction();
  return knex === undefined ? newTransaction(strapi, work) : work(knex);
};

/**
 * Runs `work` in the open transaction, or in a new transaction that ends when `work` ends. A deadlock in the new
 * transaction makes `work` run again in another one, so effects of `work` outside of the database must be safe to
 * repeat.
 */
export const transaction = async <Result>(
  strapi: Core.Strapi,
  work: Work<Result>
): Promise<Result> => {
  const knex = openTransaction();
  return knex === undefined ? retryAfterDeadlock(() => newTransaction(strapi, work)) : work(knex);
};

/** Runs `work` after the open transaction commits, or at once if none is open. `work` must not throw. */
export const afterCommit = (work: () => void): void => {
  const transaction = findOpen();
  if (transaction === undefined) work();
  else transaction.onCommit(work);
};

/**
 * The open transaction, or else the connection pool. SQLite has only one connection, so during a transaction a query
 * must use the transaction; otherwise it would wait forever. A knex query runs only when awaited, and again with each
 * further `await`.
 */
export const knexOf = (strapi: Core.Strapi): Knex => openTransaction() ?? strapi.db.connection;

/** Extracts the rows from the result of a raw SELECT, whose form depends on the driver. */
export const rowsOf = <Row>(result: unknown): Row[] => {
  const rows: unknown = Reflect.get(Object(result), 'rows') ?? result;
  return (Array.isArray(rows) && Array.isArray(rows[0]) ? rows[0] : rows) as Row[];
};

/** A table name, qualified with the configured database schema, if any. */
export const withSchema = (strapi: Core.Strapi, table: string): string => {
  const schema = strapi.db.getSchemaName();
  return schema === undefined ? table : `${schema}.${table}`;
};

/** The table of a content type, qualified with the configured database schema, if any. */
export const tableOf = (strapi: Core.Strapi, uid: UID.Schema): string =>
  withSchema(strapi, strapi.db.metadata.get(uid).tableName);

/** The join table of a relation attribute. @throws Error if Strapi does not use a join table for it */
export const joinTableOf = (strapi: Core.Strapi, uid: string, attributeName: string): string => {
  const attribute = strapi.db.metadata.get(uid).attributes[attributeName];
  if (attribute === undefined || !('joinTable' in attribute) || attribute.joinTable === undefined) {
    throw new Error(`Strapi no longer has a join table for ${attributeName} of ${uid}`);
  }
  return withSchema(strapi, attribute.joinTable.name);
};

/**
 * The table that links rows of a content type to their components, for all component attributes; undefined if the type
 * has no component attributes.
 */
export const componentLinkTable = (strapi: Core.Strapi, uid: UID.Schema): string | undefined => {
  const attributes: Record<string, { type: string }> = strapi.getModel(uid).attributes;
  const found = Object.entries(attributes).find(
    ([, { type }]) => type === 'component' || type === 'dynamiczone'
  );
  return found && joinTableOf(strapi, uid, found[0]);
};

/** The upload plugin's table that links files to the records that use them. */
export const fileLinkTable = (strapi: Core.Strapi): string =>
  joinTableOf(strapi, FILE_UID, 'related');

/** The upload plugin's table that links files to Media Library folders. */
export const folderLinkTable = (strapi: Core.Strapi): string =>
  joinTableOf(strapi, FILE_UID, 'folder');

const quotedNames = new WeakMap<Core.Strapi, Map<string, string>>();

/** Quotes an identifier for SQL. Each part of a dotted name is quoted separately. */
export const quote = (strapi: Core.Strapi, name: string): string => {
  const known = quotedNames.get(strapi) ?? new Map<string, string>();
  quotedNames.set(strapi, known);
  const quoted = known.get(name) ?? strapi.db.connection.raw('??', [name]).toQuery();
  known.set(name, quoted);
  return quoted;
};

/** A date column as drivers return it: milliseconds on SQLite, a Date elsewhere. */
export type DatabaseDate = Date | number | string;

export const toDate = (value: DatabaseDate): Date => new Date(value);

/** Converts a date of a row to ISO 8601; null stays null. */
export const isoOf = (date: DatabaseDate | null): string | null =>
  date === null ? null : toDate(date).toISOString();

/**
 * SQL that selects a time as text with up to six decimal places of a second, because drivers return a date with only
 * three. A query that gets this text as a parameter finds the equal stored time. On SQLite: the column, unchanged.
 */
export const exactTime = ({ db }: Core.Strapi, column: string): string => {
  const types: Record<string, string> = { postgres: 'text', mysql: 'char' };
  const type = types[db.dialect.client];
  return type === undefined ? column : `CAST(${column} AS ${type})`;
};

/** Converts a time selected with `exactTime` for use in a cursor. */
export const toExactTime = (value: DatabaseDate): Date | string =>
  typeof value === 'string' ? value : new Date(value);

/** A JSON column as drivers return it: the parsed value or its text. */
export type DatabaseJson<Value> = Value | string;

/** Parses a JSON column if the driver returned its text. */
export const fromJson = <Value>(value: DatabaseJson<Value>): Value =>
  typeof value === 'string' ? (JSON.parse(value) as Value) : value;
