import type { IncomingMessage } from 'node:http';

/** The `Content-Length` of a request in bytes, if present. Koa's `request.length` is limited to 32 bits. */
export const announcedLength = ({ headers }: Pick<IncomingMessage, 'headers'>) =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length']);

/** Matches a header parameter with a quoted or plain value (RFC 9110, section 5.6.6). */
const PARAMETER = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"\s]*))/gs;
/**
 * Matches an escaped quote or backslash in a header value. All other backslashes stay unchanged, because clients send
 * Windows paths without escaping them.
 */
const ESCAPED = /\\(["\\])/g;

/**
 * Parses a header such as `form-data; name="file"`. Returns the value before the first semicolon and the parameters,
 * with names in lower case. The first of repeated parameters wins.
 */
export const parseHeaderValue = (header: string) => {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of header.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    if (!parameters.has(key)) {
      parameters.set(key, quoted?.replace(ESCAPED, '$1') ?? token);
    }
  }
  return { value: header.split(';', 1)[0].trim().toLowerCase(), parameters };
};
