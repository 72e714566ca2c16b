import { createHash, randomBytes } from 'node:crypto';

import { slugify } from '../protocol/text/slugify';

const NAME_LENGTH = 200;
const HASH_LENGTH = 80;
const FALLBACK = 'file';
/**
 * Number of random bytes in a storage name. Names of this plugin are recognized by this number: Strapi's own names have
 * half as many.
 */
const RANDOM_BYTES = 10;

/**
 * Matches characters with a special meaning for a file system, a terminal or the direction of text: controls,
 * separators, wildcards, and invisible formatting such as a right-to-left override, with which `gpj.exe` looks like
 * `exe.jpg`. Does not match zero-width joiners between two non-ASCII characters, because Persian and Indic words and
 * composed emojis need them.
 */
const HARMFUL =
  /(?!(?<=[^\0-\x7f\p{Cf}])[\u200c\u200d](?=[^\0-\x7f\p{Cf}]))[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu;

/** Names that Windows reserves, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** The file name at the end of a path. */
export const fileNameIn = (path: string): string => path.split(/[/\\]/).at(-1) ?? '';

const cleaned = (name: string): string =>
  name
    .normalize()
    .replace(HARMFUL, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');

/** The file name sent by a client, without its path and harmful characters, which could hide its extension. */
export const sentName = (path: string): string => cleaned(fileNameIn(path));

/**
 * Creates the display name of a file. Keeps Unicode, removes harmful characters.
 * @param base name without path and extension
 * @param extension extension with its dot, or empty
 */
export const displayName = (base: string, extension: string): string => {
  const clean = cleaned(base);
  const short = Array.from(clean).slice(0, NAME_LENGTH).join('').trimEnd();
  const safe = short === '' ? FALLBACK : RESERVED.test(short) ? `_${short}` : short;
  return safe + extension;
};

const ASIDE = 'aside';

const unique = (readable: string): string =>
  `${readable}_${randomBytes(RANDOM_BYTES).toString('hex')}`;

/** Creates a storage name without extension: ASCII, derived from the display name, with an unguessable suffix. */
export const storageName = (base: string): string => {
  const slug = slugify(fileNameIn(base), { separator: '_', lowercase: false });
  const readable = slug.slice(0, HASH_LENGTH);
  return unique(readable === '' ? FALLBACK : readable);
};

/** Creates the storage name for a file in the trash: unguessable, and without the file's own name. */
export const quarantineName = (): string => unique(ASIDE);

/**
 * Creates the storage name for a format of a file in the trash. It can be derived from the name of the original.
 * @param original result of `quarantineName` for the original
 * @param hash the format's own storage name
 */
export const quarantineNameOfFormat = (original: string, hash: string): string => {
  const digest = createHash('sha256').update(`${original} ${hash}`).digest('hex');
  return `${ASIDE}_${digest.slice(0, RANDOM_BYTES * 2)}`;
};

const STORED = new RegExp(
  `^(?<hash>[\\w-]+_(?<random>[0-9a-f]{${RANDOM_BYTES * 2}}))(?<ext>(?:\\.\\w+)*)$`
);

/** Parts of the storage name of an original or a format. */
export interface StorageNameParts {
  /** Name without extension, as in the file's database row. */
  hash: string;
  /** Extension with its dot, or empty. */
  ext: string;
  /** Random part, shared by an original and its formats only. */
  random: string;
}

/** Parses a storage name; undefined if this plugin did not create it. */
export const parseStorageName = (name: string): StorageNameParts | undefined => {
  const { hash, ext, random } = STORED.exec(name)?.groups ?? {};
  return hash === undefined ? undefined : { hash, ext, random };
};

/**
 * Whether a storage name (without extension) is used only once, so that its content never changes. Strapi's own names
 * end with 10 digits and are kept when an editor replaces the file.
 */
export const isUniqueStorageName = (hash: string): boolean => parseStorageName(hash)?.ext === '';

/** Creates the storage name for a file's replacement: the old unique name with a new random part. */
export const newStorageNameFor = (hash: string): string =>
  unique(hash.slice(0, -`_${parseStorageName(hash)?.random ?? ''}`.length));
