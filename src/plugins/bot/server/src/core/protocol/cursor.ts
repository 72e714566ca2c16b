import { fieldInvalid } from './validate';

/** A position in a list. The next page contains older items, and items of the same age with a smaller ID. */
export interface Cursor {
  /**
   * Value of the date column that sorts the list, as text with full precision; a Date in cursors of earlier versions
   * and on SQLite.
   */
  createdAt: Date | string;
  id: string;
}

/** A position in the change feed: the last change that a client has received. */
export interface ChangeCursor {
  /** Number of the change; 0 is before the first one. */
  number: number;
  /** ID of the change, because in a restored database another change may have the same number. */
  change: string;
}

/** Feed position before the first change. */
export const START: ChangeCursor = { number: 0, change: 'start' };

/** End of the last year that all databases can store, minus a day for time zones. */
const LATEST = Date.UTC(9999, 11, 31);
/** Maximum value of an integer column in all databases. */
const LARGEST = 2 ** 31 - 1;

/** Encodes a cursor as an opaque, URL-safe string. */
const encode = (text: string): string => Buffer.from(text).toString('base64url');

/** Creates a decoder for cursors that contain a number up to `largest` and, in some lists, an ID. */
const createDecoder =
  (format: RegExp, largest: number, parameter: string, message: string) =>
  (word: string): { number: number; id: string } => {
    const match = format.exec(Buffer.from(word, 'base64url').toString('latin1'));
    const number = Number(match?.[1]);
    if (match === null || number > largest) throw fieldInvalid(parameter, message);
    return { number, id: String(match[2]) };
  };

const OF_A_LIST = 'cursor must be one from the Link header of an earlier answer';
const OF_THE_FEED = 'after must be "latest" or the "next" of an earlier answer';

const decode = createDecoder(/^(\d{1,15})\.([a-z0-9]{1,64})$/i, LATEST, 'cursor', OF_A_LIST);
/** Matches a decoded cursor with a time in database format and an ID. */
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

/** Decodes a cursor of a list. @throws `invalid-request` for a cursor that this site cannot have created */
export const decodeCursor = (word: string): Cursor => {
  const text = Buffer.from(word, 'base64url').toString('latin1');
  const [, day = '', time = '', , , exactId] = EXACT.exec(text) ?? [];
  if (exactId !== undefined && isDate(day, time)) {
    return { createdAt: text.slice(0, text.indexOf('@')), id: exactId };
  }
  const { number, id } = decode(word);
  return { createdAt: new Date(number), id };
};

/** Encodes a position in the list of materials: a row ID. */
export const encodeMaterialCursor = (row: number): string => encode(`material.${row}`);

export const decodeMaterialCursor = (word: string): number => decodeMaterial(word).number;

export const encodeChangeCursor = ({ number, change }: ChangeCursor): string =>
  encode(`${number}.${change}`);

export const decodeChangeCursor = (word: string): ChangeCursor => {
  const { number, id } = decodeChange(word);
  return { number, change: id };
};
