import { strings } from '@strapi/utils';

import { transliterate } from './transliterate';

/**
 * `PLAIN_WORDS` matches ASCII text, which needs no transliteration. `CAPITALS` matches words that Strapi splits in two,
 * such as `iPhone`.
 */
const PLAIN_WORDS = /^[a-z0-9 ,.:;!?()_-]*$/i;
const CAPITALS = /[A-Z]{2}|[a-z\d][A-Z]/;

/**
 * Scripts that are left to Strapi's slug function, which transliterates them better than `transliterate`: for example,
 * `ü` to `ue`.
 */
const KNOWN =
  '\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Arabic}\\p{Script=Armenian}' +
  '\\p{Script=Georgian}\\p{Script=Inherited}\\p{Script=Common}';

/**
 * Matches runs of characters that Strapi's slug function drops. Chinese characters always form a run of their own, also
 * in a Japanese word that mixes scripts.
 */
const OTHER_SCRIPTS = new RegExp(
  `\\p{Script=Han}+|(?:(?![${KNOWN}]|\\p{Script=Han})[\\p{L}\\p{M}\\p{N}])+`,
  'gu'
);

/** Transliterates scripts that Strapi's slug function drops. Chinese characters are always read as Mandarin. */
const spellOtherScripts = (text: string): string =>
  text.replace(OTHER_SCRIPTS, (run) => ` ${transliterate(run)} `);

/** Strapi's slug function, extended to all scripts; may return an empty slug. Plain words take a fast path. */
export const slugify = (
  text: string,
  { separator, lowercase }: { separator: '-' | '_'; lowercase: boolean }
): string => {
  if (!PLAIN_WORDS.test(text) || CAPITALS.test(text)) {
    return strings.nameToSlug(spellOtherScripts(text), { separator, lowercase });
  }
  const words = text.match(/[a-z0-9]+/gi) ?? [];
  const slug = words.join(separator);
  return lowercase ? slug.toLowerCase() : slug;
};

/** Creates a slug from a name: transliterated and in lower case; empty if no character can be transliterated. */
export const slugFromName = (name: string): string =>
  slugify(name, { separator: '-', lowercase: true });
