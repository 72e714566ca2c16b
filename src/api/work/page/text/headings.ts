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
const wordsOf = (words: readonly Token[], textOf: (token: Token) => string): string =>
  words
    .map((token) => {
      if (token.type === 'text') return textOf(token);
      if (token.type === 'image') return '';
      return token.type === 'softbreak' ? ' ' : token.content;
    })
    .join('');

interface HeadingTokens {
  start: Token;
  words: readonly Token[];
  end?: Token;
}

const LEVEL = /^h[1-6]$/;

/** The headings that a block has in HTML. */
const headingsInHtml = (tokens: readonly Token[]): HeadingTokens[] => {
  const headings: HeadingTokens[] = [];
  let open: (HeadingTokens & { words: Token[] }) | undefined;
  for (const token of tokens) {
    const isTag = token.type.startsWith('element_') && LEVEL.test(token.tag);
    if (!isTag) open?.words.push(token);
    else if (token.nesting === 1) headings.push((open = { start: token, words: [] }));
    else if (open) {
      open.end = token;
      open = undefined;
    }
  }
  return headings;
};

const headingsIn = (tokens: readonly Token[]): HeadingTokens[] =>
  tokens.flatMap((token, index) => {
    // A heading of Markdown is always three tokens: start, text, end.
    if (token.type === 'heading_open') {
      const words = tokens[index + 1]?.children ?? [];
      return [{ start: token, words, end: tokens[index + 2] }];
    }
    return token.type === 'inline' ? headingsInHtml(token.children ?? []) : [];
  });

/** The tokens of a block without its headings in HTML. */
export const withoutHeadings = (tokens: readonly Token[]): Token[] => {
  const inHeadings = new Set(headingsInHtml(tokens).flatMap(({ words }) => words));
  return tokens.filter((token) => !inHeadings.has(token));
};

/**
 * Puts the headings of a text below the page's own, without a gap: a text that starts with `###`
 * gets an h2 there, one that goes on with `#####` an h3. Each gets a name of its own to link to.
 */
export const nestHeadings = (tokens: readonly Token[]): Heading[] => {
  const open: number[] = [];
  const used = new Map<string, number>();
  return headingsIn(tokens).map(({ start, words, end }) => {
    const level = Number(start.tag.slice(1));
    while ((open.at(-1) ?? 0) >= level) open.pop();
    open.push(level);
    const placed = Math.min(HEADING_OF_THE_PAGE + open.length, DEEPEST_HEADING);
    start.tag = `h${placed}`;
    if (end) end.tag = start.tag;

    const text = wordsOf(words, ({ content }) => content).trim();
    const given = start.attrGet('id');
    if (given) return { level: placed, text, id: String(given) };
    const wanted = nameOf(wordsOf(words, ({ content }) => content.replace(TAG, '')));
    let [id, times] = [wanted, used.get(wanted) ?? 0];
    while (used.has(id)) id = `${wanted}-${(times += 1)}`;
    used.set(wanted, times).set(id, used.get(id) ?? 0);
    start.attrSet('id', id);
    return { level: placed, text, id };
  });
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
