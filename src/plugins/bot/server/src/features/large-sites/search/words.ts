/** Letters of a word that are indexed; whoever looks for a longer one compares it. */
const LETTERS_OF_A_WORD = 16;

/** Scripts that have no spaces between words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Characters of the shortest token and of the longest. */
export const SHORTEST_TOKEN = 3;
export const LONGEST_TOKEN = 2 + 4 * LETTERS_OF_A_WORD;

/** As a full-text index takes it on any server: never a stop word, never too short, no letter that it takes for none. */
const toToken = (word: string): string =>
  `qq${word
    .slice(0, LETTERS_OF_A_WORD)
    .replace(/[^a-z0-9]/g, (letter) => letter.charCodeAt(0).toString(16).padStart(4, '0'))}`;

/** The words of a text, each once, without accents and capitals, which MySQL's comparisons do not tell apart. */
export const tokensOf = (text: string): string[] => {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
  return [...new Set((plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(toToken))];
};

/**
 * The beginnings of words by which a text is found; undefined of what has no words, or none that a space ends,
 * and of `_`, which stands for any letter in Strapi's search.
 */
export const tokensToFind = (text: string): string[] | undefined => {
  const tokens = tokensOf(text);
  return tokens.length === 0 || text.includes('_') || WITHOUT_SPACES.test(text)
    ? undefined
    : tokens;
};
