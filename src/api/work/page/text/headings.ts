import type { Token } from 'markdown-it';

import { markup, type Markup } from '../../../markup';

const HEADING_OF_THE_PAGE = 1;
const DEEPEST_HEADING = 6;
const LONGEST_NAME = 255;

/** A heading in a text. */
export interface Heading {
  /** Level from 2 to 6. */
  level: number;
  text: string;
  /** Id of the heading's element, for links to the heading. */
  id: string;
}

/** Fewest headings of a text that gets a table of contents. */
const FEWEST_HEADINGS = 4;
const SHORTEST_TEXT = 5000;
/** Deepest heading level in the table of contents. */
const DEEPEST_NAMED = 3;
/** Maximum number of entries of a table of contents that is open at first; a longer table is collapsed. */
const MOST_SHOWN = 12;

/** Id of a heading by GitHub's rules, so that links written for GitHub work here. */
const nameOf = (text: string): string =>
  text
    .trim()
    .replace(/:[a-z\d_+-]+:/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]+/gu, '')
    .replaceAll(' ', '-')
    .slice(0, LONGEST_NAME) || 'part';

/** Matches an HTML tag that a heading shows as text. The id of the heading omits the tag, as on GitHub. */
const TAG = /<[^<>]*>/g;

/** Text of a heading without the texts of its pictures. */
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

/** Finds the headings that HTML tags create inside a block. */
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
    // A Markdown heading is always three tokens: start, text, end.
    if (token.type === 'heading_open') {
      const words = tokens[index + 1]?.children ?? [];
      return [{ start: token, words, end: tokens[index + 2] }];
    }
    return token.type === 'inline' ? headingsInHtml(token.children ?? []) : [];
  });

/** Removes the contents of HTML headings from the tokens of a block. */
export const withoutHeadings = (tokens: readonly Token[]): Token[] => {
  const inHeadings = new Set(headingsInHtml(tokens).flatMap(({ words }) => words));
  return tokens.filter((token) => !inHeadings.has(token));
};

/**
 * Nests the headings of a text below the page's own heading, without gaps: a text that starts with `###` gets an h2 for
 * it, and an h3 for a following `#####`. Gives each heading a unique id.
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
    const ownId = start.attrGet('id');
    if (ownId) return { level: placed, text, id: String(ownId) };
    const wanted = nameOf(wordsOf(words, ({ content }) => content.replace(TAG, '')));
    let [id, times] = [wanted, used.get(wanted) ?? 0];
    while (used.has(id)) id = `${wanted}-${(times += 1)}`;
    used.set(wanted, times).set(id, used.get(id) ?? 0);
    start.attrSet('id', id);
    return { level: placed, text, id };
  });
};

/**
 * Table of contents of a text, or null for a short text.
 * @param characters length of the text
 * @param contents translated title
 */
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
