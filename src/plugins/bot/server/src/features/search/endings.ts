import _ from 'lodash';

import { wordsIn, type Term } from './words';

/**
 * Lengths of the longest and the shortest word endings in the search index, in letters. Shorter endings are not
 * indexed, because nearly every text has them.
 */
const LONGEST = 6;
const SHORTEST = 3;
/** Maximum number of endings to look up in a search. */
const ASKED = 5;

/**
 * The endings of all words in a text, so that a part of a word is the beginning of an ending. Each is cut to its first
 * letters and listed once. A search by endings finds all that Strapi's search finds, which matches a text anywhere, and
 * some more.
 */
export const endingsOf = (text: string): string[] => {
  const endings = new Set<string>();
  for (const word of new Set(wordsIn(text))) {
    const letters = [...word];
    for (let from = 0; from <= letters.length - SHORTEST; from += 1) {
      endings.add(letters.slice(from, from + LONGEST).join(''));
    }
  }
  return [...endings];
};

/** The endings to look up for a search text, longest first. `_` matches any letter in Strapi's search. */
export const endingsInQuery = (text: string): Term[] => {
  const requested = text.split('_').flatMap((part) =>
    wordsIn(part).map((word, index, { length }) => ({
      letters: [...word].slice(0, LONGEST),
      isBeginning: index === length - 1,
    }))
  );
  const terms = requested
    .filter(({ letters }) => letters.length >= SHORTEST)
    .map(({ letters, isBeginning }) => ({ term: letters.join(''), isBeginning }));
  return _.orderBy(_.uniqBy(terms, 'term'), ({ term }) => term.length, 'desc').slice(0, ASKED);
};
