/** A parameter, and what its value is in: quotes, or none (RFC 9110, section 5.6.6). */
const PARAMETER = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"\s]*))/gs;
/** Only these are escaped in practice: a Windows path comes with its backslashes as they are. */
const ESCAPED = /\\(["\\])/g;

/**
 * Reads a header value such as `form-data; name="file"`: what stands before the first semicolon, in lower case, and the
 * parameters by their names in lower case, of a name that comes twice the first one.
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
