import { isUtf8 } from 'node:buffer';

import { decode } from 'iconv-lite';

import { protocolError } from '../../protocol/errors';
import { parseHeaderValue } from '../../protocol/headers/header-parameters';

/** Headers of a part of a multipart form: values by lowercase header name. Strings have one character per byte. */
export type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/** Maximum length of a multipart part's Content-Disposition header, far more than a file name needs. */
const HEADER_LENGTH = 8 * 1024;
/** Accepted values of Content-Transfer-Encoding. Clients do not use others (RFC 7578, section 4.7). */
const AS_IT_IS = ['', '7bit', '8bit', 'binary'];
/**
 * Matches the value of a parameter such as `filename*=UTF-8''%C3%BC.txt` (RFC 8187), which some clients send although
 * RFC 7578 forbids it.
 */
const EXTENDED = /^utf-8'[^']*'(.*)$/is;

const malformed = (message: string) => protocolError('malformed-multipart', { message });

/** Decodes a name from UTF-8, or from windows-1252, as old programs send it. @param text one character per byte */
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

/** The single value of a header; empty if missing. */
const only = (values: readonly string[] = []): string => {
  if (values.length > 1) throw malformed('A part has the same header twice');
  return values[0] ?? '';
};

/**
 * Parses the headers of a part of a multipart form (RFC 7578, section 4.2). Text fields have no file name.
 * @throws `malformed-multipart`
 */
export const parsePartHeaders = (headers: PartHeaders) => {
  const disposition = only(headers['content-disposition']);
  if (disposition.length > HEADER_LENGTH) throw malformed('A part has a header that is too long');
  const { value, parameters } = parseHeaderValue(disposition);
  if (value !== 'form-data') {
    throw malformed('A part needs the header Content-Disposition: form-data');
  }
  if (!AS_IT_IS.includes(only(headers['content-transfer-encoding']).trim().toLowerCase())) {
    throw malformed('A part must not have a Content-Transfer-Encoding');
  }
  const field = fromBytes(parameters.get('name') ?? '');
  if (field === '') throw malformed('A part has no name');
  const plainName = parameters.get('filename');
  const fileName =
    decodeExtended(parameters.get('filename*')) ??
    (plainName === undefined ? undefined : fromBytes(plainName));
  const type = parseHeaderValue(only(headers['content-type']));
  return { field, fileName, charset: type.parameters.get('charset') ?? 'utf-8' };
};
