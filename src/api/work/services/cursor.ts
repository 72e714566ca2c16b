/** Position in the list of published works, newest first. */
export interface Position {
  /**
   * Date of the work's first publication: a string with microseconds; a Date on SQLite. In a cursor from an earlier
   * release it is a Date, possibly of the last publication instead of the first.
   */
  publishedAt: Date | string;
  /** Row id, which orders works published at the same time. */
  id: number;
}

// End of the last year that all databases can store, minus a day for time zones.
const LARGEST_DATE = Date.UTC(9999, 11, 31);
// Strapi's row ids have 32 bits; PostgreSQL fails on a larger number.
const LARGEST_ID = 2_147_483_647;

const POSITION =
  /^(?:(\d{1,16})\.|((\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d{1,6})?(?:Z|[+-]\d\d(?::?\d\d)?)?)@)(\d{1,10})$/;

/** Encodes a position as the opaque, URL-safe cursor of `/works?before=`. */
export const encodeCursor = ({ publishedAt, id }: Position): string => {
  const time = typeof publishedAt === 'string' ? `${publishedAt}@` : `${publishedAt.getTime()}.`;
  return Buffer.from(`${time}${id}`).toString('base64url');
};

const isDate = (day = '', time = ''): boolean => {
  const date = new Date(`${day}T${time}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${day}T${time}`);
};

/** Decodes a cursor. Returns null for anything that `encodeCursor` does not produce. */
export const decodeCursor = (cursor: string): Position | null => {
  const match = POSITION.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (!match) return null;
  const [, milliseconds, exact, day, time, digits] = match;
  const id = Number(digits);
  const isTime = exact === undefined ? Number(milliseconds) <= LARGEST_DATE : isDate(day, time);
  if (!isTime || id > LARGEST_ID) return null;
  const position = { publishedAt: exact ?? new Date(Number(milliseconds)), id };
  return encodeCursor(position) === cursor ? position : null;
};
