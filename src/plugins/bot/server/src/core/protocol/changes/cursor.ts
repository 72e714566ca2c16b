import { protocolError } from '../errors';

/** A place in the feed: everything behind this change is new to whoever has it. */
export interface ChangeCursor {
  /** The number of the change; 0 is before the first one. */
  number: number;
  /** Its id: a number alone could be another change's, in a database that was restored. */
  change: string;
}

/** Before the first change. */
export const START: ChangeCursor = { number: 0, change: 'start' };

/** The largest number that the column of every database holds. */
const LARGEST = 2 ** 31 - 1;
const FORMAT = /^(\d{1,10})\.([a-z0-9]{1,64})$/;

/** Writes a cursor as an opaque, URL-safe word. */
export const encodeChangeCursor = ({ number, change }: ChangeCursor): string =>
  Buffer.from(`${number}.${change}`).toString('base64url');

/** @throws `invalid-request` if `text` is not a cursor that this site has given out */
export const decodeChangeCursor = (text: string): ChangeCursor => {
  const match = FORMAT.exec(Buffer.from(text, 'base64url').toString('latin1'));
  const number = Number(match?.[1]);
  if (match === null || number > LARGEST) {
    const message = 'after must be "latest" or the "next" of an earlier answer';
    throw protocolError('invalid-request', {
      message,
      details: { errors: [{ path: ['after'], message }] },
    });
  }
  return { number, change: String(match[2]) };
};
