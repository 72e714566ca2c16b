import { randomBytes } from 'node:crypto';
import path from 'node:path';

import { slugify } from '../text/slugify';

const NAME_LENGTH = 200;
const HASH_LENGTH = 80;
const FALLBACK = 'file';

/**
 * Characters with a meaning for a file system, a terminal or the direction of text:
 * controls, separators, wildcards, and invisible formatting such as a right-to-left override,
 * with which `gpj.exe` reads as `exe.jpg`.
 */
const HARMFUL = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu;

/** Names that Windows reserves, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

const baseName = (name: string): string => {
  const lastPart = name.split(/[/\\]/).at(-1) ?? '';
  return path.parse(lastPart).name;
};

/**
 * Makes a name for people out of what a client sent: Unicode is kept, path parts and harmful
 * characters are not, and the extension is the one that the bytes call for.
 * @param extension with its dot, or empty
 */
export const displayName = (name: string, extension: string): string => {
  const clean = baseName(name.normalize())
    .replace(HARMFUL, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const base = Array.from(clean).slice(0, NAME_LENGTH).join('').trimEnd();
  const safe = base === '' ? FALLBACK : RESERVED.test(base) ? `_${base}` : base;
  return safe + extension;
};

/** Makes the name of a file in storage: plain ASCII from the display name, and unguessable. */
export const storageName = (name: string): string => {
  const slug = slugify(baseName(name), { separator: '_', lowercase: false });
  const readable = slug.slice(0, HASH_LENGTH);
  return `${readable === '' ? FALLBACK : readable}_${randomBytes(10).toString('hex')}`;
};
