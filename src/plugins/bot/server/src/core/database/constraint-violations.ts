/** Error codes and SQLSTATEs of rejected data. 22, 23 and 44 are SQLSTATE classes. */
const REFUSED = /^(?:SQLITE_(?:CONSTRAINT\w*|TOOBIG|MISMATCH)|(?:22|23|44)\w{3}|P0001|45000)$/;

const TAKEN = 'A value that has to be unique is taken already';
const REASONS: readonly [RegExp, string][] = [
  [/^(?:23505|SQLITE_CONSTRAINT_(?:UNIQUE|PRIMARYKEY)|ER_DUP_ENTRY)$/, TAKEN],
  [/^(?:22001|SQLITE_TOOBIG|ER_DATA_TOO_LONG)$/, 'A value is too long for the database'],
  [/^(?:23502|SQLITE_CONSTRAINT_NOTNULL|ER_BAD_NULL_ERROR)$/, 'A value is missing'],
];
const OTHER_REASON = 'The database does not allow this';

/** Recognizes errors of rejected data. @returns a message for the client; undefined for other errors */
export const refusalOf = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null) {
    return undefined;
  }
  const codes = ['code', 'sqlState'].map((name) => String(Reflect.get(error, name)));
  // Strapi replaces PostgreSQL's error 23502 by its own error without that code.
  if (Reflect.get(error, 'name') === 'NotNullError') {
    codes.push('23502');
  }
  if (!codes.some((code) => REFUSED.test(code))) {
    return refusalOf(Reflect.get(error, 'cause'));
  }
  const known = REASONS.find(([pattern]) => codes.some((code) => pattern.test(code)));
  return known?.[1] ?? OTHER_REASON;
};

/** Whether the database rejected a value because it must be unique and already exists. */
export const isTakenValue = (error: unknown): boolean => refusalOf(error) === TAKEN;
