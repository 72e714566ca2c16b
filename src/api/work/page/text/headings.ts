import type { Token } from 'markdown-it';

import { markup, type Markup } from '../../../markup';

const HEADING_OF_THE_PAGE = 1;
const DEEPEST_HEADING = 6;
const LONGEST_NAME = 255;

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
/** More lines than these are not shown until they are asked for. */
const MOST_SHOWN = 12;

/** As GitHub names a heading, so that links that work there work here. */
const nameOf = (text: string): string =>
  text
    .trim()
    .replace(/:[a-z\d_+-]+:/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]+/gu, '')
    .replaceAll(' ', '-')
    .slice(0, LONGEST_NAME) || 'part';

/** GitHub obeys it in a heading; a page shows it as it is. */
const TAG = /<[^<>]*>/g;

/** The text of a heading, without that of its pictures. */
const wordsOf = (inline: Token | undefined, textOf: (token: Token) => string): string =>
  (inline?.children ?? [])
    .map((token) => {
      if (token.type === 'text') return textOf(token);
      if (token.type === 'image') return '';
      return token.type === 'softbreak' ? ' ' : token.content;
    })
    .join('');

/**
 * Puts the headings of a text below the page's own, without a gap: a text that starts with `###`
 * gets an h2 there, one that goes on with `#####` an h3. Each gets a name of its own to link to.
 */
export const nestHeadings = (tokens: readonly Token[]): Heading[] => {
  const open: number[] = [];
  const used = new Map<string, number>();
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

    const text = wordsOf(inline, ({ content }) => content);
    const wanted = nameOf(wordsOf(inline, ({ content }) => content.replace(TAG, '')));
    let [id, times] = [wanted, used.get(wanted) ?? 0];
    while (used.has(id)) id = `${wanted}-${(times += 1)}`;
    used.set(wanted, times).set(id, used.get(id) ?? 0);
    token.attrSet('id', id);
    headings.push({ level: placed, text: text.trim(), id });
  }
  return headings;
};

/** The table of contents of a text, or nothing for a short one. */
export const renderContents = (
  headings: readonly Heading[],
  characters: number,
  contents: string
): Markup | null => {
  const named = headings.filter(({ level, text }) => level <= DEEPEST_NAMED && text !== '');
  if (named.length < FEWEST_HEADINGS || characters < SHORTEST_TEXT) return null;
  const isShown = named.length <= MOST_SHOWN;
  return markup`<nav class="contents" aria-label="${contents}"><details${isShown && markup` open`}><summary>${contents}</summary><ul>${named.map(
    ({ level, text, id }) =>
      markup`<li${level > 2 && markup` class="inner"`}><a href="#${id}">${text}</a></li>`
  )}</ul></details></nav>
`;
};
