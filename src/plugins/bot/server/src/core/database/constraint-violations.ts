/** Codes and SQLSTATEs of data that a database does not take; 22, 23 and 44 are classes. */
const REFUSED = /^(?:SQLITE_(?:CONSTRAINT\w*|TOOBIG|MISMATCH)|(?:22|23|44)\w{3}|P0001|45000)$/;

const TAKEN = 'A value that has to be unique is taken already';
const REASONS: readonly [RegExp, string][] = [
  [/^(?:23505|SQLITE_CONSTRAINT_(?:UNIQUE|PRIMARYKEY)|ER_DUP_ENTRY)$/, TAKEN],
  [/^(?:22001|SQLITE_TOOBIG|ER_DATA_TOO_LONG)$/, 'A value is too long for the database'],
  [/^(?:23502|SQLITE_CONSTRAINT_NOTNULL|ER_BAD_NULL_ERROR)$/, 'A value is missing'],
];
const OTHER_REASON = 'The database does not allow this';

/** Recognises that the database refused the data. @returns what the sender may be told; undefined for other errors */
export const refusalOf = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null) {
    return undefined;
  }
  const codes = ['code', 'sqlState'].map((name) => String(Reflect.get(error, name)));
  // Strapi makes an error of its own of 23502, and keeps nothing of PostgreSQL's.
  if (Reflect.get(error, 'name') === 'NotNullError') {
    codes.push('23502');
  }
  if (!codes.some((code) => REFUSED.test(code))) {
    return refusalOf(Reflect.get(error, 'cause'));
  }
  const known = REASONS.find(([pattern]) => codes.some((code) => pattern.test(code)));
  return known?.[1] ?? OTHER_REASON;
};

/** Recognises that the database refused a value that has to be unique, and is there already. */
export const isTakenValue = (error: unknown): boolean => refusalOf(error) === TAKEN;
