/**
 * Typed reading of environment variables.
 *
 * An empty value counts as unset, as in the files of container tools. Every function throws `EnvironmentError` with one
 * line that names the variable, so that a wrong value is reported at the start and not found later.
 */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
  /** Makes `scripts/terminal.mjs` print only the error's message, without the stack. */
  readonly isUserFacing = true;
}

const readNames = new Set<string>();

/** Whether any code has read a variable yet. */
export const wasRead = (name: string): boolean => readNames.has(name);

const read = (name: string): string | undefined => {
  readNames.add(name);
  const value = process.env[name]?.trim();
  return value === '' ? undefined : value;
};

/**
 * Returns settings for the plugin if the environment variable is set, and otherwise an empty object. With an empty
 * object, the plugin uses its default, and an older plugin version does not receive settings that it does not know.
 */
export const whereSet = <Settings extends object>(
  name: string,
  settings: (name: string) => Settings
): Partial<Settings> => (read(name) === undefined ? {} : settings(name));

/** Whether a variable has a value. */
export const isSet = (name: string): boolean => read(name) !== undefined;

/** Value of a variable, or `fallback`. */
export const text = (name: string, fallback = ''): string => read(name) ?? fallback;

/**
 * Value of a required variable.
 * @throws EnvironmentError if it is not set
 */
export const required = (name: string): string => {
  const value = read(name);
  if (value === undefined) throw new EnvironmentError(`${name} is not set. See .env.example`);
  return value;
};

/** Parts of a comma separated value, without empty ones. */
export const list = (name: string): string[] =>
  text(name)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Value of a variable that must be a whole number from `min` to `max`, both inclusive. */
export const integer = (name: string, fallback: number, min: number, max: number): number => {
  const value = read(name);
  if (value === undefined) return fallback;
  const number = /^-?\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) {
    throw new EnvironmentError(
      `${name} must be a whole number from ${min} to ${max}, but is "${value}"`
    );
  }
  return number;
};

/** Value of a variable that must be `true` or `false`. */
export const flag = (name: string, fallback: boolean): boolean => {
  const value = read(name)?.toLowerCase();
  if (value === undefined) return fallback;
  if (value !== 'true' && value !== 'false') {
    throw new EnvironmentError(`${name} must be true or false, but is "${value}"`);
  }
  return value === 'true';
};

/** Value of a variable that allows only some words. */
export const choice = <Word extends string>(
  name: string,
  allowed: readonly Word[],
  fallback: Word
): Word => {
  const value = read(name);
  if (value === undefined) return fallback;
  const word = allowed.find((candidate) => candidate === value);
  if (word === undefined) {
    throw new EnvironmentError(`${name} must be one of ${allowed.join(', ')}, but is "${value}"`);
  }
  return word;
};

/**
 * Format of a bearer token: visible ASCII characters, at least 16 to prevent guessing. RFC 6750, section 2.1, allows
 * fewer characters.
 */
const BEARER_TOKEN = /^[\x21-\x7e]{16,4096}$/;

/** Token for `Authorization: Bearer ...`, or an empty string. */
export const bearerToken = (name: string): string => {
  const value = text(name);
  if (value !== '' && !BEARER_TOKEN.test(value)) {
    // The value is not shown, because it may be close to the right one.
    throw new EnvironmentError(
      `${name} must be at least 16 visible ASCII characters without spaces, because it is sent in a header; ` +
        `this prints one: node -p "crypto.randomBytes(32).toString('base64url')"`
    );
  }
  return value;
};

/** Value of a variable with a language tag, in canonical form (BCP 47): `de`, `zh-Hant`. */
export const language = (name: string, fallback: string): string => {
  const value = text(name, fallback);
  try {
    return new Intl.Locale(value).toString();
  } catch {
    throw new EnvironmentError(`${name} must be a language like en or zh-Hant, but is "${value}"`);
  }
};

/** Absolute http(s) URL without a trailing slash. Empty if the variable is not set. */
export const webAddress = (name: string): string => {
  const value = read(name);
  if (value === undefined) return '';
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) {
    throw new EnvironmentError(
      `${name} must be an address that starts with http:// or https://, but is "${value}"`
    );
  }
  return value.replace(/\/+$/, '');
};

/** Base URL of a site or a file store: without query, fragment and user. Empty if the variable is not set. */
export const baseAddress = (name: string): string => {
  const address = webAddress(name);
  if (address === '') return '';
  const { origin, pathname, username, password } = new URL(address);
  if (/[?#]/.test(address) || username !== '' || password !== '') {
    // The value is not shown, because it may contain a password.
    throw new EnvironmentError(
      `${name} must be an address without a user, a query (?) and a fragment (#)`
    );
  }
  return `${origin}${pathname}`.replace(/\/+$/, '');
};

/** List of origins as browsers send them, or `*` for all. */
export const origins = (name: string): string[] =>
  list(name).map((value) => {
    const isOrigin =
      /^https?:/i.test(value) &&
      URL.canParse(value) &&
      new URL(value).href === `${new URL(value).origin}/`;
    if (value !== '*' && !isOrigin) {
      throw new EnvironmentError(
        `${name} must contain origins such as https://example.org, but contains "${value}"`
      );
    }
    return isOrigin ? new URL(value).origin : value;
  });

/** Contact address that begins with `mailto:`, `tel:` or `https:`. Empty if the variable is not set. */
export const contact = (name: string): string => {
  const value = text(name);
  if (value !== '' && !(/^(?:mailto|tel|https):/i.test(value) && URL.canParse(value))) {
    throw new EnvironmentError(
      `${name} must start with mailto:, tel: or https://, but is "${value}"`
    );
  }
  return value;
};
