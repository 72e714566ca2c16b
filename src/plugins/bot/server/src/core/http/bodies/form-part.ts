import { isUtf8 } from 'node:buffer';

import { decode } from 'iconv-lite';

import { protocolError } from '../../protocol/errors';
import { parseHeaderValue } from '../../protocol/headers/header-parameters';

/** The headers of a part, in lower case, each with all its values; a character a byte. */
export type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/** More than any client needs for a name. */
const HEADER_LENGTH = 8 * 1024;
/** Any other would have to be decoded (RFC 7578, section 4.7: nobody sends it). */
const AS_IT_IS = ['', '7bit', '8bit', 'binary'];
/** `filename*=UTF-8''%C3%BC.txt` (RFC 8187), which some clients send though RFC 7578 forbids it. */
const EXTENDED = /^utf-8'[^']*'(.*)$/is;

const malformed = (message: string) => protocolError('malformed-multipart', { message });

/** Reads a name of a form. One that is not UTF-8 comes from an old program on Windows. @param text a character a byte */
const fromBytes = (text: string): string => {
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : decode(bytes, 'windows-1252');
};

const decodeExtended = (value: string | undefined): string | undefined => {
  try {
    const encoded = EXTENDED.exec(value ?? '')?.[1];
    return encoded && decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
};

/** The one value of a header; empty if it is not there. */
const only = (values: readonly string[] = []): string => {
  if (values.length > 1) {
    throw malformed('A part has the same header twice');
  }
  return values[0] ?? '';
};

/** Reads the headers of a part (RFC 7578, section 4.2); a text has no file name. @throws `malformed-multipart` */
export const parsePartHeaders = (headers: PartHeaders) => {
  const disposition = only(headers['content-disposition']);
  if (disposition.length > HEADER_LENGTH) {
    throw malformed('A part has a header that is too long');
  }
  const { value, parameters } = parseHeaderValue(disposition);
  if (value !== 'form-data') {
    throw malformed('A part is not form-data: its Content-Disposition is another, or missing');
  }
  if (!AS_IT_IS.includes(only(headers['content-transfer-encoding']).trim().toLowerCase())) {
    throw malformed('A part has a Content-Transfer-Encoding; it must be sent as it is');
  }
  const field = fromBytes(parameters.get('name') ?? '');
  if (field === '') {
    throw malformed('A part has no name');
  }
  const plainName = parameters.get('filename');
  const fileName =
    decodeExtended(parameters.get('filename*')) ??
    (plainName === undefined ? undefined : fromBytes(plainName));
  const type = parseHeaderValue(only(headers['content-type']));
  return { field, fileName, charset: type.parameters.get('charset') ?? 'utf-8' };
};
