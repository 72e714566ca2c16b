import { fieldInvalid } from './validate';

/** A place in the list: everything after it is older, or as old with a smaller id. */
export interface Cursor {
  createdAt: Date;
  id: string;
}

/** The end of the last year that every database can hold, and a day for its time zone. */
const LATEST = Date.UTC(9999, 11, 31);

const FORMAT = /^(\d{1,15})\.([a-z0-9]{1,64})$/i;

/** Writes a cursor as an opaque, URL-safe word. */
export const encodeCursor = ({ createdAt, id }: Cursor): string =>
  Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');

/** @throws `invalid-request` if `text` is not a cursor that this site has given out */
export const decodeCursor = (text: string): Cursor => {
  const match = FORMAT.exec(Buffer.from(text, 'base64url').toString('latin1'));
  const createdAt = Number(match?.[1]);
  if (match === null || createdAt > LATEST) {
    throw fieldInvalid('cursor', 'cursor must be one from the Link header of an earlier answer');
  }
  return { createdAt: new Date(createdAt), id: String(match[2]) };
};
