import type { ErrorCode } from '@fleet-bot/protocol';

/** Error codes and SQLSTATEs of rejected data. 22, 23 and 44 are SQLSTATE classes. */
const REFUSED = /^(?:SQLITE_(?:CONSTRAINT\w*|TOOBIG|MISMATCH)|(?:22|23|44)\w{3}|P0001|45000)$/;

const TAKEN = 'A value must be unique, but is already used';
const REASONS: readonly [RegExp, string][] = [
  [/^(?:23505|SQLITE_CONSTRAINT_(?:UNIQUE|PRIMARYKEY)|ER_DUP_ENTRY)$/, TAKEN],
  [/^(?:22001|SQLITE_TOOBIG|ER_DATA_TOO_LONG)$/, 'A value is too long for the database'],
  [/^(?:23502|SQLITE_CONSTRAINT_NOTNULL|ER_BAD_NULL_ERROR)$/, 'A value is missing'],
];
const OTHER_REASON = 'The database rejected a value';

/** Recognizes errors of rejected data. @returns a message for the client; undefined for other errors */
export const refusalOf = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  const codes = ['code', 'sqlState'].map((name) => String(Reflect.get(error, name)));
  // Strapi replaces PostgreSQL's error 23502 by its own error without that code.
  if (Reflect.get(error, 'name') === 'NotNullError') {
    codes.push('23502');
  }
  if (!codes.some((code) => REFUSED.test(code))) return refusalOf(Reflect.get(error, 'cause'));
  const known = REASONS.find(([pattern]) => codes.some((code) => pattern.test(code)));
  return known?.[1] ?? OTHER_REASON;
};

/** Whether the database rejected a value because it must be unique and already exists. */
export const isTakenValue = (error: unknown): boolean => refusalOf(error) === TAKEN;

const raised = new WeakSet<object>();

/** Marks an error as raised by the database or its driver. */
export const noteDatabaseError = (error: object): void => {
  raised.add(error);
};

/** Whether an error or one of its causes was raised by the database or its driver. */
export const isDatabaseError = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (raised.has(error) || isDatabaseError(Reflect.get(error, 'cause')));

/** Error codes of a full disk or database. */
const FULL = /^(?:ENOSPC|EDQUOT|SQLITE_FULL|53100|ER_(?:DISK_FULL\w*|RECORD_FILE_FULL))$/;

/**
 * Matches error codes of SQLite and MySQL, and SQLSTATEs, that mean a database is unreachable, out of connections,
 * read-only or locked, or that report a deadlock or a timeout. 08, 53 and 57 are SQLSTATE classes.
 */
const NO_DATABASE =
  /^(?:SQLITE_(?:BUSY|LOCKED|CANTOPEN|IOERR|READONLY|NOTADB|PROTOCOL)\w*|(?:08|53|57)\w{3}|25006|25P02|25P03|40001|40P01|55P03|70100|PROTOCOL_CONNECTION_LOST|ER_(?:CON_COUNT_ERROR|TOO_MANY_USER_CONNECTIONS|USER_LIMIT_REACHED|SERVER_SHUTDOWN|OPTION_PREVENTS_STATEMENT|CHECKREAD|LOCK_DEADLOCK|LOCK_WAIT_TIMEOUT|QUERY_TIMEOUT))$/;

/** Matches the operating system's codes of network errors, for connections of any kind. */
const NO_LINE =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT)$/;

/** Messages of drivers and the pool for errors without a code. */
const NO_CONNECTION =
  /Timeout acquiring a connection|Unable to acquire a connection|Connection (?:terminated|ended)|connection is (?:not open|in closed state)|connection error|not queryable|aborted while acquiring|timeout expired/i;

const isDatabaseAway = (error: object): boolean => {
  const code = String(Reflect.get(error, 'code') ?? '');
  const state = String(Reflect.get(error, 'sqlState') ?? '');
  if (code === '' && state === '') return NO_CONNECTION.test(String(Reflect.get(error, 'message')));
  return (
    NO_DATABASE.test(code) ||
    NO_DATABASE.test(state) ||
    (NO_LINE.test(code) && isDatabaseError(error))
  );
};

/** Error codes with which MySQL and PostgreSQL end one of two transactions that wait for each other. */
const DEADLOCK = /^(?:ER_LOCK_DEADLOCK|40P01|40001)$/;

/**
 * Whether the database has rolled a transaction back because of another transaction, so that the same work may succeed
 * now.
 */
export const isDeadlock = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (DEADLOCK.test(String(Reflect.get(error, 'code'))) || isDeadlock(Reflect.get(error, 'cause')));

/**
 * The protocol's error code for a full disk or an unavailable database, found in an error or its causes; undefined for
 * other errors.
 */
export const faultOf = (error: unknown): ErrorCode | undefined => {
  // `instanceof Error` fails for errors of another realm, as in a test runner.
  if (typeof error !== 'object' || error === null) return undefined;
  if (FULL.test(String(Reflect.get(error, 'code')))) return 'storage-full';
  return isDatabaseAway(error) ? 'database-unavailable' : faultOf(Reflect.get(error, 'cause'));
};
