import { fieldInvalid } from './validate';

/** A place in the list: everything after it is older, or as old with a smaller id. */
export interface Cursor {
  /** The value of the column as text, with all digits of its seconds; a date in cursors of earlier versions and of SQLite. */
  createdAt: Date | string;
  id: string;
}

/** A place in the feed: everything behind this change is new to whoever has it. */
export interface ChangeCursor {
  /** The number of the change; 0 is before the first one. */
  number: number;
  /** Its id: a number alone could be another change's, in a database that was restored. */
  change: string;
}

/** Before the first change. */
export const START: ChangeCursor = { number: 0, change: 'start' };

/** The end of the last year that every database can hold, and a day for its time zone. */
const LATEST = Date.UTC(9999, 11, 31);
/** The largest number that the column of every database holds. */
const LARGEST = 2 ** 31 - 1;

/** A cursor is an opaque, URL-safe word. */
const encode = (text: string): string => Buffer.from(text).toString('base64url');

/** Makes the reader of a word that is a number up to `largest` and, of some lists, an id. */
const createDecoder =
  (format: RegExp, largest: number, parameter: string, message: string) =>
  (word: string): { number: number; id: string } => {
    const match = format.exec(Buffer.from(word, 'base64url').toString('latin1'));
    const number = Number(match?.[1]);
    if (match === null || number > largest) {
      throw fieldInvalid(parameter, message);
    }
    return { number, id: String(match[2]) };
  };

const OF_A_LIST = 'cursor must be one from the Link header of an earlier answer';
const OF_THE_FEED = 'after must be "latest" or the "next" of an earlier answer';

const decode = createDecoder(/^(\d{1,15})\.([a-z0-9]{1,64})$/i, LATEST, 'cursor', OF_A_LIST);
/** A time as a database writes it, and an id. */
const EXACT =
  /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)((?:\.\d{1,6})?)((?:Z|[+-]\d\d(?::?\d\d)?)?)@([a-z0-9]{1,64})$/i;
const decodeMaterial = createDecoder(/^material\.(\d{1,10})$/, LARGEST, 'cursor', OF_A_LIST);
const decodeChange = createDecoder(/^(\d{1,10})\.([a-z0-9]{1,64})$/, LARGEST, 'after', OF_THE_FEED);

export const encodeCursor = ({ createdAt, id }: Cursor): string =>
  encode(typeof createdAt === 'string' ? `${createdAt}@${id}` : `${createdAt.getTime()}.${id}`);

const isDate = (day: string, time: string): boolean => {
  const date = new Date(`${day}T${time}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${day}T${time}`);
};

/** @throws `invalid-request` if `word` is not a cursor that this site has given out, as all of these */
export const decodeCursor = (word: string): Cursor => {
  const text = Buffer.from(word, 'base64url').toString('latin1');
  const [, day = '', time = '', , , exactId] = EXACT.exec(text) ?? [];
  if (exactId !== undefined && isDate(day, time)) {
    return { createdAt: text.slice(0, text.indexOf('@')), id: exactId };
  }
  const { number, id } = decode(word);
  return { createdAt: new Date(number), id };
};

/** Of a place in the list of materials: the number of a row. */
export const encodeMaterialCursor = (row: number): string => encode(`material.${row}`);

export const decodeMaterialCursor = (word: string): number => decodeMaterial(word).number;

export const encodeChangeCursor = ({ number, change }: ChangeCursor): string =>
  encode(`${number}.${change}`);

export const decodeChangeCursor = (word: string): ChangeCursor => {
  const { number, id } = decodeChange(word);
  return { number, change: id };
};
