import _ from 'lodash';

import { wordsIn, type Term } from './words';

/** Letters of an ending that are indexed, and of the shortest one: nearly every text has one that is shorter. */
const LONGEST = 6;
const SHORTEST = 3;
/** Endings of a search that are looked up. */
const ASKED = 5;

/**
 * The endings of words: a part of a word is the beginning of an ending. Each is there once, by its first letters.
 * They find all that Strapi's search finds, which looks for a text anywhere, and some more.
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

/** The endings by which a text is found, the longest first; `_` stands for any letter in Strapi's search. */
export const endingsAskedOf = (text: string): Term[] => {
  const asked = text.split('_').flatMap((part) =>
    wordsIn(part).map((word, index, { length }) => ({
      letters: [...word].slice(0, LONGEST),
      isBeginning: index === length - 1,
    }))
  );
  const terms = asked
    .filter(({ letters }) => letters.length >= SHORTEST)
    .map(({ letters, isBeginning }) => ({ term: letters.join(''), isBeginning }));
  return _.orderBy(_.uniqBy(terms, 'term'), ({ term }) => term.length, 'desc').slice(0, ASKED);
};
