import { createHash, randomBytes } from 'node:crypto';

import { slugify } from '../protocol/text/slugify';

const NAME_LENGTH = 200;
const HASH_LENGTH = 80;
const FALLBACK = 'file';
/** Strapi's own names end with half as many: what ends like this was named here. */
const RANDOM_BYTES = 10;

/**
 * Characters with a meaning for a file system, a terminal or the direction of text:
 * controls, separators, wildcards, and invisible formatting such as a right-to-left override,
 * with which `gpj.exe` reads as `exe.jpg`. Joiners of zero width stay between two characters beyond ASCII: Persian and
 * Indic words are spelled with them, and emojis of several people are made of them.
 */
const HARMFUL =
  /(?!(?<=[^\0-\x7f\p{Cf}])[\u200c\u200d](?=[^\0-\x7f\p{Cf}]))[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu;

/** Names that Windows reserves, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** The name of a file without its path. */
export const fileNameIn = (path: string): string => path.split(/[/\\]/).at(-1) ?? '';

const cleaned = (name: string): string =>
  name
    .normalize()
    .replace(HARMFUL, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');

/** The name of a file as a client sent it, without its path and harmful characters, which could hide its extension. */
export const sentName = (path: string): string => cleaned(fileNameIn(path));

/**
 * Makes a name for people: Unicode is kept, harmful characters are not.
 * @param base the name without path and extension
 * @param extension with its dot, or empty
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

/** Makes the name of a file in storage, without its extension: plain ASCII from the name for people, and unguessable. */
export const storageName = (base: string): string => {
  const slug = slugify(fileNameIn(base), { separator: '_', lowercase: false });
  const readable = slug.slice(0, HASH_LENGTH);
  return unique(readable === '' ? FALLBACK : readable);
};

/** Makes the name under which a deleted original waits: it tells nothing and cannot be guessed. */
export const quarantineName = (): string => unique(ASIDE);

/**
 * Makes the name under which a format of it waits. Who knows the name of the original can find it.
 * @param original what `quarantineName` made for the original
 * @param hash the format's own name
 */
export const quarantineNameOfFormat = (original: string, hash: string): string => {
  const digest = createHash('sha256').update(`${original} ${hash}`).digest('hex');
  return `${ASIDE}_${digest.slice(0, RANDOM_BYTES * 2)}`;
};

const STORED = new RegExp(
  `^(?<hash>[\\w-]+_(?<random>[0-9a-f]{${RANDOM_BYTES * 2}}))(?<ext>(?:\\.\\w+)*)$`
);

/** The parts of the name of a stored object, of an original or of one of its formats. */
export interface StorageNameParts {
  /** As it stands in the file's row. */
  hash: string;
  /** With its dot, or empty. */
  ext: string;
  /** What an original and its formats have in common, and no other file. */
  random: string;
}

/** Takes the name of a stored object apart. Gives undefined for one that was not made here. */
export const parseStorageName = (name: string): StorageNameParts | undefined => {
  const { hash, ext, random } = STORED.exec(name)?.groups ?? {};
  return hash === undefined ? undefined : { hash, ext, random };
};

/**
 * True for the name of a file in storage, without its extension, that is given once and never
 * again: what is stored under it never changes. Strapi's own names end with 10 digits, and keep
 * them when an editor replaces the file.
 */
export const isUniqueStorageName = (hash: string): boolean => parseStorageName(hash)?.ext === '';

/** Makes the name under which to store what replaces a file of a unique name. */
export const newStorageNameFor = (hash: string): string =>
  unique(hash.slice(0, -`_${parseStorageName(hash)?.random ?? ''}`.length));
