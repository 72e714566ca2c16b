import { transliterate } from 'transliteration';

/** What Strapi's slug spells itself, and with more care: `ü` as `ue`. */
const KNOWN =
  '\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Arabic}\\p{Script=Armenian}' +
  '\\p{Script=Georgian}\\p{Script=Inherited}\\p{Script=Common}';

/** Chinese characters by themselves: in a Japanese title a word may change script at its end. */
const OTHER_SCRIPTS = new RegExp(
  `\\p{Script=Han}+|(?:(?![${KNOWN}]|\\p{Script=Han})[\\p{L}\\p{M}\\p{N}])+`,
  'gu'
);

/**
 * Spells in Latin letters what Strapi's slug would leave out: Chinese, Japanese, Korean, Hebrew, Thai,
 * Hindi and others. Chinese characters are read as in Mandarin, in Japanese texts too.
 */
export const spellOtherScripts = (text: string): string =>
  text.replace(OTHER_SCRIPTS, (run) => ` ${transliterate(run)} `);
