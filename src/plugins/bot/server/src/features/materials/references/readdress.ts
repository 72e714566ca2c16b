import type { StoredFile } from '../../../core/strapi/uploads/stored-object';

/** The parts of a stored file that stand in an address of it. */
export type AddressedFile = Pick<StoredFile, 'hash' | 'ext' | 'formats'>;

/** An original or a format of it. */
type Stored = Pick<StoredFile, 'hash' | 'ext'>;

/** A name stands apart, or behind an encoded slash, whose last letter is none of the name. */
const APART = { before: '(?:(?<![\\w-])|(?<=%2[Ff]))', after: '(?![\\w-])' };

const escaped = (name: string): string => name.replaceAll('.', '\\.');

/**
 * Makes what puts the new addresses of a replaced file into a text: each format in the place of
 * the same one, or the file itself where there is no such format of it any more. What stands
 * around a name in an address stays as it is.
 * @returns undefined if all addresses are as they were
 */
export const createReaddress = (
  before: AddressedFile,
  after: AddressedFile
): ((text: string) => string) | undefined => {
  const moved = new Map<string, string>();
  const move = (from: Stored, to: Stored): void => {
    moved.set(from.hash + from.ext, to.hash + to.ext);
    // An address may have another extension, or none, as a proxy of images makes it.
    moved.set(from.hash, to.hash);
  };
  for (const [format, stored] of Object.entries(before.formats ?? {})) {
    move(stored, after.formats?.[format] ?? after);
  }
  move(before, after);
  for (const [name, now] of moved) {
    if (name === now) moved.delete(name);
  }
  if (moved.size === 0) {
    return undefined;
  }
  // The longest first: one of them may begin like another one.
  const names = [...moved.keys()].sort((one, other) => other.length - one.length);
  const all = new RegExp(`${APART.before}(?:${names.map(escaped).join('|')})${APART.after}`, 'g');
  return (text) => text.replace(all, (name) => moved.get(name) ?? name);
};
