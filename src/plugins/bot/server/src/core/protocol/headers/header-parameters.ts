/** A parameter, and what its value is in: quotes, or none (RFC 9110, section 5.6.6). */
const PARAMETER = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"\s]*))/gs;
/** Only these are escaped in practice: a Windows path comes with its backslashes as they are. */
const ESCAPED = /\\(["\\])/g;

/** A header value such as `form-data; name="file"`. */
export interface HeaderValue {
  /** What stands before the first semicolon, in lower case. */
  value: string;
  /** By name in lower case; of a name that comes twice the first one. */
  parameters: ReadonlyMap<string, string>;
}

/** Reads a header value with parameters; what is no parameter is passed over. */
export const parseHeaderValue = (header: string): HeaderValue => {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of header.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    if (!parameters.has(key)) {
      parameters.set(key, quoted?.replace(ESCAPED, '$1') ?? token);
    }
  }
  return { value: header.split(';', 1)[0].trim().toLowerCase(), parameters };
};
