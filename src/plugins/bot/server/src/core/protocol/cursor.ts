import { fieldInvalid } from './validate';

/** A place in the list: everything after it is older, or as old with a smaller id. */
export interface Cursor {
  createdAt: Date;
  id: string;
}

/** The end of the last year that every database can hold, and a day for its time zone. */
const LATEST = Date.UTC(9999, 11, 31);

const FORMAT = /^(\d{1,15})\.([a-z0-9]{1,64})$/i;
const MATERIAL_FORMAT = /^material\.(\d{1,10})$/;

const invalid = () =>
  fieldInvalid('cursor', 'cursor must be one from the Link header of an earlier answer');

const match = (format: RegExp, cursor: string): RegExpExecArray => {
  const found = format.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (found === null) {
    throw invalid();
  }
  return found;
};

/** Writes a cursor as an opaque, URL-safe word. */
export const encodeCursor = ({ createdAt, id }: Cursor): string =>
  Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');

/** @throws `invalid-request` if `text` is not a cursor that this site has given out */
export const decodeCursor = (text: string): Cursor => {
  const [, createdAt, id] = match(FORMAT, text);
  if (Number(createdAt) > LATEST) {
    throw invalid();
  }
  return { createdAt: new Date(Number(createdAt)), id: String(id) };
};

/** Writes a place in the list of materials, the number of a row, as an opaque word. */
export const encodeMaterialCursor = (row: number): string =>
  Buffer.from(`material.${row}`).toString('base64url');

/** @throws `invalid-request` if `text` is not a cursor of the list of materials */
export const decodeMaterialCursor = (text: string): number =>
  Number(match(MATERIAL_FORMAT, text)[1]);
