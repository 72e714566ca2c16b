/**
 * Finds the addresses of files in texts, by the one part of them that never changes: the name in
 * storage. Strapi ends it with random hexadecimal digits, ten or more, and puts the name of a
 * format before it; what stands around it (`/uploads`, a bucket, a CDN, an image proxy with the
 * address in its query) is the site's affair. Names that other programs have given to files are
 * found below `/uploads`.
 */

const RANDOM_END = /_([0-9a-f]{10,64})$/i;
const RANDOM_PART = /_[0-9a-f]{10,64}/gi;
const NAME_CHARACTER = /[\w-]/;
const BELOW_UPLOADS = /uploads\/([^\s\p{Cc}"'`()<>[\]{}?#&|\\]+)/giu;

const LONGEST = 255;

/** What a text may have in the place of `_` and `/`: percent-encoded once or more, or as in JSON. */
const MAY_HOLD = /(?:_|%(?:25)*5f)[0-9a-f]{10}|uploads(?:\/|\\\/|%(?:25)*2f)/i;

export interface FileAddresses {
  /** What the files are looked up by; see `keyOfFile`. */
  keys: Set<string>;
  /** The names in storage that they may have; a name with a format before it is there twice. */
  names: Set<string>;
}

/** What a file is looked up by: the random part of its name in storage, or all of another name. */
export const keyOfFile = (hash: string): string =>
  (RANDOM_END.exec(hash)?.[1] ?? hash).toLowerCase();

/** Whether a text can hold the address of a file at all. Most texts cannot, and this is quick. */
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
  // An address inside another one, as an image proxy has it, is encoded twice.
  for (let round = 0; round < 3 && decoded.includes('%'); round += 1) {
    decoded = decode(decoded);
  }
  return decoded;
};

/** A name, and what remains of it if it begins with the name of a format. */
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
