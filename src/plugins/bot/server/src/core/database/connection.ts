import type { Core, UID } from '@strapi/strapi';

import { FILE_UID } from '../constants';
import { ScopedValue } from '../scoped-value';

export type Knex = Core.Strapi['db']['connection'];

/** A transaction, as whoever works in it may use it. */
export interface OpenTransaction {
  knex: Knex & { isCompleted(): boolean };
  onCommit: (work: () => void) => void;
}

const open = new ScopedValue<OpenTransaction>();

/** Runs what is done in a transaction, which all of it finds open then; see `core/strapi/database/commit-callbacks.ts`. */
export const inTransaction = <Result>(transaction: OpenTransaction, work: () => Result): Result =>
  open.run(transaction, work);

const findOpen = (): OpenTransaction | undefined => {
  const found = open.get();
  // What was begun in one may go on when it is over.
  return found?.knex.isCompleted() === true ? undefined : found;
};

export const openTransaction = (): Knex | undefined => findOpen()?.knex;

/** Runs `work` in the open transaction, or in a new one, which commits or rolls back with it. */
export const transaction = async <Result>(
  strapi: Core.Strapi,
  work: (knex: Knex) => PromiseLike<Result>
): Promise<Result> => {
  const knex = openTransaction();
  return knex === undefined
    ? // Strapi types the result as a promise of a promise; there is no such thing.
      strapi.db.transaction(({ trx }) => work(trx as unknown as Knex) as Promise<Result>)
    : work(knex);
};

/** Runs `work`, which must not throw, after the commit of the open transaction, or at once if none is open. */
export const afterCommit = (work: () => void): void => {
  const transaction = findOpen();
  if (transaction === undefined) work();
  else transaction.onCommit(work);
};

/**
 * Runs a query in the open transaction, or on its own if none is open. On SQLite, which has one connection, a
 * query outside of the open transaction would wait for it forever.
 */
export const query = async <Result>(
  strapi: Core.Strapi,
  run: (knex: Knex) => PromiseLike<Result>
): Promise<Result> => run(openTransaction() ?? strapi.db.connection);

/** The rows of a raw SELECT, which each driver wraps in its own way. */
export const rowsOf = <Row>(result: unknown): Row[] => {
  const rows: unknown = Reflect.get(Object(result), 'rows') ?? result;
  return (Array.isArray(rows) && Array.isArray(rows[0]) ? rows[0] : rows) as Row[];
};

/** A table, with the database schema where one is configured. */
export const withSchema = (strapi: Core.Strapi, table: string): string => {
  const schema = strapi.db.getSchemaName();
  return schema === undefined ? table : `${schema}.${table}`;
};

/** The table of a content type, with the database schema where one is configured. */
export const tableOf = (strapi: Core.Strapi, uid: UID.Schema): string =>
  withSchema(strapi, strapi.db.metadata.get(uid).tableName);

/** The table by which Strapi links a type to what one of its attributes names. */
export const joinTableOf = (strapi: Core.Strapi, uid: string, attributeName: string): string => {
  const attribute = strapi.db.metadata.get(uid).attributes[attributeName];
  if (attribute === undefined || !('joinTable' in attribute) || attribute.joinTable === undefined) {
    throw new Error(`Strapi no longer has a join table for ${attributeName} of ${uid}`);
  }
  return withSchema(strapi, attribute.joinTable.name);
};

/** The table that links a type to its components, those of all its attributes; undefined if it has none. */
export const componentLinkTable = (strapi: Core.Strapi, uid: UID.Schema): string | undefined => {
  const attributes: Record<string, { type: string }> = strapi.getModel(uid).attributes;
  const found = Object.entries(attributes).find(
    ([, { type }]) => type === 'component' || type === 'dynamiczone'
  );
  return found && joinTableOf(strapi, uid, found[0]);
};

/** The table that links files to the records that use them; the upload plugin owns it. */
export const fileLinkTable = (strapi: Core.Strapi): string =>
  joinTableOf(strapi, FILE_UID, 'related');

/** The table that puts files into folders of the Media Library; the upload plugin owns it. */
export const folderLinkTable = (strapi: Core.Strapi): string =>
  joinTableOf(strapi, FILE_UID, 'folder');

const quotedNames = new WeakMap<Core.Strapi, Map<string, string>>();

/** A name as it stands in a statement, each part of it quoted. */
export const quote = (strapi: Core.Strapi, name: string): string => {
  const known = quotedNames.get(strapi) ?? new Map<string, string>();
  quotedNames.set(strapi, known);
  const quoted = known.get(name) ?? strapi.db.connection.raw('??', [name]).toQuery();
  known.set(name, quoted);
  return quoted;
};

/** A date column as it is read: milliseconds on SQLite, a Date elsewhere. */
export type DatabaseDate = Date | number | string;

export const toDate = (value: DatabaseDate): Date => new Date(value);

/**
 * The SQL of a time as text, with the six digits of a second that PostgreSQL and MySQL keep: drivers cut them to three.
 * Bound to a parameter, it is the very same time. SQLite gives what the column holds.
 */
export const exactTime = ({ db }: Core.Strapi, column: string): string => {
  const types: Record<string, string> = { postgres: 'text', mysql: 'char' };
  const type = types[db.dialect.client];
  return type === undefined ? column : `CAST(${column} AS ${type})`;
};

/** A time that `exactTime` selects, as a cursor carries it. */
export const toExactTime = (value: DatabaseDate): Date | string =>
  typeof value === 'string' ? value : new Date(value);

/** A JSON column as it is read: the value, or its text, as some drivers give it. */
export type DatabaseJson<Value> = Value | string;

export const fromJson = <Value>(value: DatabaseJson<Value>): Value =>
  typeof value === 'string' ? (JSON.parse(value) as Value) : value;
