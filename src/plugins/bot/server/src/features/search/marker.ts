import { patternOf } from './words';

/** A piece of a text that is split at the matches of a search. Each match is a separate piece. */
export interface Part {
  text: string;
  isFound: boolean;
}

/** Length of an excerpt in characters, and the maximum number of characters before the first match. */
const LONGEST = 160;
const BEFORE = 50;

const compose = (text: string): string => text.normalize('NFC');

/** Highlights the words of a search in texts. */
export const createMarker = (requested: string) => {
  const pattern = patternOf(requested);
  const firstIn = (text: string): number => (pattern ? text.search(pattern) : -1);

  const mark = (text: string): Part[] =>
    (pattern ? text.normalize('NFD').split(pattern) : [text])
      .map((part, index) => ({ text: compose(part), isFound: index % 2 === 1 }))
      .filter((part) => part.text !== '');

  return {
    mark,

    /** The part of a text around the first match, starting at a line or a word. Lengths are in UTF-16 units. */
    around(text: string, before: number, length: number): string {
      const decomposed = text.normalize('NFD');
      const earliest = Math.max(0, firstIn(decomposed) - before);
      if (earliest === 0) return compose(decomposed.slice(0, length));
      const stretch = decomposed.slice(earliest, earliest + length);
      const lead = /\n\s*|\s+/.exec(stretch.slice(0, before));
      return compose(lead ? stretch.slice(lead.index + lead[0].length) : stretch);
    },

    /** An excerpt of a text with the first match, with all matches marked. */
    excerpt(text: string): Part[] {
      const line = text.replace(/\s+/g, ' ').trim();
      const from = this.around(line, BEFORE, line.length);
      const characters = [...from];
      const isCut = characters.length > LONGEST;
      const start = isCut
        ? characters
            .slice(0, LONGEST)
            .join('')
            .replace(/\s\S*$/u, '')
        : from;
      return mark(`${line.startsWith(from) ? '' : '… '}${start}${isCut ? ' …' : ''}`);
    },
  };
};
