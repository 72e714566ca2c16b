import type { Token } from 'markdown-it';

import type { Words } from '../words/words';
import { markup, type Markup } from './markup';

const HEADING_OF_THE_PAGE = 1;
const DEEPEST_HEADING = 6;

/** What the page names so itself. */
const TAKEN = ['content', 'files', 'related', 'contents'];

/** A heading of a text. */
export interface Heading {
  /** From 2 to 6. */
  level: number;
  text: string;
  /** By which a link leads to it. */
  id: string;
}

/** A text of several parts that is longer than some screens has a table of contents. */
const FEWEST_HEADINGS = 4;
const SHORTEST_TEXT = 5000;
/** Levels of headings that the table names. */
const DEEPEST_NAMED = 3;

/** Letters and digits of any language, as they are; nothing that an address would have to hide. */
const idOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60) || 'part';

/**
 * Puts the headings of a text below the page's own, without a gap: a text that starts with `###`
 * gets an h2 there, one that goes on with `#####` an h3. Each gets a name of its own to link to.
 * @param textOf the text of a heading's own token
 */
export const nestHeadings = (
  tokens: readonly Token[],
  textOf: (inline: Token) => string
): Heading[] => {
  const open: number[] = [];
  const used = new Map<string, number>(TAKEN.map((id) => [id, 1]));
  const headings: Heading[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const level = Number(token.tag.slice(1));
    while ((open.at(-1) ?? 0) >= level) open.pop();
    open.push(level);
    const placed = Math.min(HEADING_OF_THE_PAGE + open.length, DEEPEST_HEADING);
    token.tag = `h${placed}`;
    // A heading is always three tokens: opening, text, closing.
    const [inline, close] = [tokens[index + 1], tokens[index + 2]];
    if (close) close.tag = token.tag;

    const text = inline ? textOf(inline).trim() : '';
    // Footnotes are named `fn1` and `fnref1`.
    const wanted = idOf(text).replace(/^fn/, 'on-fn');
    const times = used.get(wanted) ?? 0;
    used.set(wanted, times + 1);
    const id = times === 0 ? wanted : `${wanted}--${times + 1}`;
    token.attrSet('id', id);
    headings.push({ level: placed, text, id });
  }
  return headings;
};

/** The table of contents of a text, or nothing for a short one. */
export const renderContents = (
  headings: readonly Heading[],
  characters: number,
  { contents }: Words
): Markup | null => {
  const named = headings.filter(({ level, text }) => level <= DEEPEST_NAMED && text !== '');
  if (named.length < FEWEST_HEADINGS || characters < SHORTEST_TEXT) return null;
  return markup`<nav class="contents" aria-labelledby="contents"><p id="contents">${contents}</p><ul>${named.map(
    ({ level, text, id }) =>
      markup`<li${level > 2 && markup` class="inner"`}><a href="#${id}">${text}</a></li>`
  )}</ul></nav>
`;
};
