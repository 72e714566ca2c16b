/**
 * Finds addresses of files in texts by their names in storage, the only part that never changes. Strapi ends a name
 * with at least ten random hexadecimal digits, and puts the name of a format before it. The rest of an address
 * (`/uploads`, a bucket, a CDN, an image proxy with the address in its query) depends on the site. Names from other
 * programs are found only below `/uploads`.
 */

const RANDOM_END = /_([0-9a-f]{10,64})$/i;
const RANDOM_PART = /_[0-9a-f]{10,64}/gi;
const NAME_CHARACTER = /[\w-]/;
const BELOW_UPLOADS = /uploads\/([^\s\p{Cc}"'`()<>[\]{}?#&|\\]+)/giu;

const LONGEST = 255;

/**
 * Matches a text that may contain the address of a file. `_` and `/` in the address may be percent-encoded once or
 * more; `/` may also be escaped as in JSON.
 */
const MAY_HOLD = /(?:_|%(?:25)*5f)[0-9a-f]{10}|uploads(?:\/|\\\/|%(?:25)*2f)/i;

export interface FileAddresses {
  /** Lookup keys of the files; see `keyOfFile`. */
  keys: Set<string>;
  /**
   * Possible storage names of the files in a text. A name with `_` is also listed without its first part, which may be
   * the prefix of a format such as `small_`.
   */
  names: Set<string>;
}

/** The lookup key of a file: the random part of its name in storage, or the whole name if it has none. */
export const keyOfFile = (hash: string): string =>
  (RANDOM_END.exec(hash)?.[1] ?? hash).toLowerCase();

/** Whether a text can contain the address of a file. A fast check that excludes most texts. */
export const mayHoldAddress = (text: string): boolean => MAY_HOLD.test(text);

const decode = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });

const decodeFully = (text: string): string => {
  let decoded = text.replaceAll('\\/', '/');
  // An address inside another address, as for an image proxy, is encoded twice.
  for (let round = 0; round < 3 && decoded.includes('%'); round += 1) {
    decoded = decode(decoded);
  }
  return decoded;
};

/**
 * Returns a list of a storage name and the part after its first `_`, because the part before the `_` may be the name of
 * a format.
 */
const withAndWithoutFormat = (name: string): string[] => {
  const end = name.indexOf('_');
  return end === -1 ? [name] : [name, name.slice(end + 1)];
};

const startOfName = (text: string, end: number): number => {
  let start = end;
  while (start > 0 && end - start < LONGEST && NAME_CHARACTER.test(text.charAt(start - 1))) {
    start -= 1;
  }
  return start;
};

/** Finds all file addresses in a text. May report names that belong to no file. */
export const addressesIn = (text: string): FileAddresses => {
  const found: FileAddresses = { keys: new Set(), names: new Set() };
  const decoded = decodeFully(text);

  for (const { 0: random, index } of decoded.matchAll(RANDOM_PART)) {
    found.keys.add(random.slice(1).toLowerCase());
    const name = decoded.slice(startOfName(decoded, index), index + random.length);
    for (const candidate of withAndWithoutFormat(name)) {
      if (RANDOM_END.test(candidate)) found.names.add(candidate);
    }
  }
  for (const [, path = ''] of decoded.matchAll(BELOW_UPLOADS)) {
    const name = (path.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '');
    if (name !== '' && name.length <= LONGEST && !RANDOM_END.test(name)) {
      for (const candidate of withAndWithoutFormat(name)) {
        found.keys.add(candidate.toLowerCase());
        found.names.add(candidate);
      }
    }
  }
  return found;
};
