import type { ErrorCode } from './errors';

/** What disks and databases say when they are full. */
const FULL = /^(?:ENOSPC|EDQUOT|SQLITE_FULL|53100)$/;

/**
 * What databases and their drivers say when they cannot be reached, are locked by somebody
 * else, or give a transaction up for another one. 08, 53 and 57P are classes of PostgreSQL.
 */
const NO_DATABASE =
  /^(?:SQLITE_(?:BUSY|LOCKED|CANTOPEN|IOERR|READONLY|NOTADB|PROTOCOL)\w*|08\w{3}|53\w{3}|57P\w{2}|25P02|40001|40P01|ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|PROTOCOL_CONNECTION_LOST|ER_LOCK_DEADLOCK|ER_LOCK_WAIT_TIMEOUT|ER_CON_COUNT_ERROR|ER_SERVER_SHUTDOWN)$/;

/** Errors of the connection pool, and of a transaction whose connection is lost; without code. */
const NO_CONNECTION =
  /Timeout acquiring a connection|Unable to acquire a connection|Connection (?:terminated|ended)|connection is not open|connection error|not queryable|aborted while acquiring|Transaction query already complete/i;

/**
 * Recognises a fault of the machine or the database in whatever was thrown, its causes included.
 * @returns undefined if it is something else
 */
export const faultOf = (error: unknown): ErrorCode | undefined => {
  // Not `instanceof Error`: what comes from another realm, as in a test runner, is none.
  if (typeof error !== 'object' || error === null) {
    return undefined;
  }
  const code = String(Reflect.get(error, 'code'));
  if (FULL.test(code)) {
    return 'storage-full';
  }
  if (NO_DATABASE.test(code) || NO_CONNECTION.test(String(Reflect.get(error, 'message')))) {
    return 'database-unavailable';
  }
  return faultOf(Reflect.get(error, 'cause'));
};
