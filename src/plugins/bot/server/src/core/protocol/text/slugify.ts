import { strings } from '@strapi/utils';

import { transliterate } from './transliterate';

/** Words that transliteration leaves as they are; two capitals, or one inside, it would split. */
const PLAIN_WORDS = /^[a-z0-9 ,.:;!?()_-]*$/i;
const CAPITALS = /[A-Z]{2}|[a-z\d][A-Z]/;

/** What Strapi's slug spells itself, and with more care: `ü` as `ue`. */
const KNOWN =
  '\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Arabic}\\p{Script=Armenian}' +
  '\\p{Script=Georgian}\\p{Script=Inherited}\\p{Script=Common}';

/** Chinese characters by themselves: in a Japanese title a word may change script at its end. */
const OTHER_SCRIPTS = new RegExp(
  `\\p{Script=Han}+|(?:(?![${KNOWN}]|\\p{Script=Han})[\\p{L}\\p{M}\\p{N}])+`,
  'gu'
);

/** Transliterates scripts that Strapi's slug drops; Chinese characters as in Mandarin, in Japanese texts too. */
const spellOtherScripts = (text: string): string =>
  text.replace(OTHER_SCRIPTS, (run) => ` ${transliterate(run)} `);

/** Strapi's slug for all scripts; may be empty. Plain words skip the slow transliteration. */
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

/** Makes a slug from any name: transliterated, lower case; empty if there is nothing to spell in it. */
export const slugFromName = (name: string): string =>
  slugify(name, { separator: '-', lowercase: true });
