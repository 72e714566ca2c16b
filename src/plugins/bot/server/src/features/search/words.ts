/** Letters of a word that are indexed. */
const LONGEST = 32;
/** Words that a search may ask for. */
const ASKED = 12;

/** Scripts that have no spaces between words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** What stands between spaces, but has none within: Chinese, Japanese, Thai. */
const RUN = new RegExp(`((?:${WITHOUT_SPACES.source}|ー)+)`, 'u');

/** The words of a text, without accents and capitals. */
export const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The parts of some words: every second one is of a script without spaces. */
const partsOf = (words: string[]): [part: string, isRun: boolean][] =>
  words.flatMap((word) =>
    word
      .split(RUN)
      .map((part, index): [string, boolean] => [part, index % 2 === 1])
      .filter(([part]) => part !== '')
  );

const pairsOf = (run: string): string[] => {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
};

/** By what a text is found: its words, and the pairs of characters of scripts that have no spaces. */
export const termsOf = (text: string): string[] =>
  partsOf(wordsIn(text)).flatMap(([part, isRun]) =>
    // The last character begins no pair.
    isRun ? [...pairsOf(part), [...part].at(-1) ?? ''] : [part.slice(0, LONGEST)]
  );

/** A term that is looked for. */
export interface Term {
  term: string;
  /** Whether longer ones that begin with it are meant, too. */
  isBeginning: boolean;
}

/** What a text asks for: all of these have to be there. */
export const termsAskedOf = (text: string): Term[] => {
  const terms = partsOf(wordsIn(text)).flatMap(([part, isRun]): string[] => {
    const pairs = isRun ? pairsOf(part) : [];
    return pairs.length > 0 ? pairs : [part.slice(0, LONGEST)];
  });
  return [...new Set(terms)].slice(0, ASKED).map((term) => ({
    term,
    // Of a letter nearly every text has a word.
    isBeginning: term.length > 1 || WITHOUT_SPACES.test(term),
  }));
};

/** The words that a text asks for, as a pattern for texts in the form NFD; undefined if there are none. */
export const patternOf = (text: string): RegExp | undefined => {
  const parts = partsOf(wordsIn(text)).slice(0, ASKED);
  if (parts.length === 0) return undefined;
  const patterns = parts.map(([part, isRun]) => {
    const letters = [...part].map((letter) => `${letter}\\p{M}*`).join('');
    if (isRun) return letters;
    const end = part.length > 1 ? '[\\p{L}\\p{N}\\p{M}]*' : '(?![\\p{L}\\p{N}])';
    return `(?<![\\p{L}\\p{N}\\p{M}])${letters.replaceAll('s\\p{M}*s\\p{M}*', '(?:ss|ß)')}${end}`;
  });
  return new RegExp(`(${patterns.join('|')})`, 'giu');
};
