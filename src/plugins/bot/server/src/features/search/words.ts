/** Maximum number of letters of a word in the search index. Longer words are cut. */
const LONGEST = 32;
/** Maximum number of words in a search. */
const ASKED = 12;

/** Matches a character of a script without spaces between words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Matches a run of characters of scripts without spaces between words, such as Chinese, Japanese or Thai. */
const RUN = new RegExp(`((?:${WITHOUT_SPACES.source}|ー)+)`, 'u');

/** The words of a text, in lower case and without accents. */
export const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Splits words into parts, with a flag for runs of a script without spaces. */
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

/** The index terms of a text: its words, and pairs of characters in scripts without spaces. */
export const termsOf = (text: string): string[] =>
  partsOf(wordsIn(text)).flatMap(([part, isRun]) =>
    // The last character begins no pair.
    isRun ? [...pairsOf(part), [...part].at(-1) ?? ''] : [part.slice(0, LONGEST)]
  );

/** A term to search for. */
export interface Term {
  term: string;
  /** Whether longer terms with this beginning match, too. */
  isBeginning: boolean;
}

/** The terms of a search text, which must all match. */
export const termsInQuery = (text: string): Term[] => {
  const terms = partsOf(wordsIn(text)).flatMap(([part, isRun]): string[] => {
    const pairs = isRun ? pairsOf(part) : [];
    return pairs.length > 0 ? pairs : [part.slice(0, LONGEST)];
  });
  return [...new Set(terms)].slice(0, ASKED).map((term) => ({
    term,
    // A single letter is matched exactly, because nearly every text has a word that begins with it.
    isBeginning: term.length > 1 || WITHOUT_SPACES.test(term),
  }));
};

/** A pattern for the words of a search, for texts in the form NFD; undefined if there are none. */
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
