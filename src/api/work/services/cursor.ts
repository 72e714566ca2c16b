/** A position in the list of published works, newest first. */
export interface Position {
  publishedAt: Date;
  /** Row id: tells apart works published in the same millisecond. */
  id: number;
}

// The end of the last year that every database can hold, and a day for its time zone.
const LARGEST_DATE = Date.UTC(9999, 11, 31);
// Strapi's row ids are 32-bit; PostgreSQL answers a larger one with an error.
const LARGEST_ID = 2_147_483_647;

/** Writes a position as the opaque, URL-safe text of `/works?before=`. */
export const encodeCursor = ({ publishedAt, id }: Position): string =>
  Buffer.from(`${publishedAt.getTime()}.${id}`).toString('base64url');

/** Reads such a text. Returns null for anything that `encodeCursor` does not write. */
export const decodeCursor = (cursor: string): Position | null => {
  const match = /^(\d{1,16})\.(\d{1,10})$/.exec(
    Buffer.from(cursor, 'base64url').toString('latin1')
  );
  if (!match) return null;
  const [time, id] = [Number(match[1]), Number(match[2])];
  if (time > LARGEST_DATE || id > LARGEST_ID) return null;
  const position = { publishedAt: new Date(time), id };
  return encodeCursor(position) === cursor ? position : null;
};
