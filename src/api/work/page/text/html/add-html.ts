/**
 * Relies on: the internal rule `html_block` of markdown-it, read with `getRules`
 * Breaks if: markdown-it renames or removes that rule; `addHtml` then throws
 * Checked by: tests/pages/html-in-texts.test.ts
 */

import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';

import { renderingOf } from '../rendering';
import { createElementReader } from './element-reader';
import { ID_PREFIX } from './elements';
import { linkOfFrame } from './embeds';
import { allowedElement, attributesOf } from './sanitiser';

const FIRST_TAG = /^<(?:!--|\/?([a-z][a-z\d-]*)[^>]*>?)/i;

/** Whether a line starts HTML that is allowed in a text. */
const beginsHtml = (line: string, source: string, position: number): boolean => {
  const tag = FIRST_TAG.exec(line);
  if (tag === null) return false;
  const [written, name] = tag;
  if (name === undefined) return source.includes('-->', position);
  if (name.toLowerCase() === 'iframe') return linkOfFrame(attributesOf(written)) !== undefined;
  return allowedElement(name) !== undefined;
};

const readElements = (state: StateCore): void => {
  const rendering = renderingOf(state.env);
  const { sanitise } = rendering;
  if (sanitise === undefined) return;
  const reader = createElementReader(state.Token, sanitise);
  for (const token of state.tokens) {
    const wasOpen = reader.hasOpen();
    if (token.type === 'html_block') {
      token.type = 'inline';
      token.children = reader.readBlock(token.content);
    } else if (token.children?.some(({ type }) => type === 'html_inline')) {
      token.children = reader.readParagraph(token.children);
    } else if (!wasOpen) continue;
    rendering.blocksOfHtml.set(token, wasOpen);
  }
};

/** Adds the HTML elements that GitHub allows to the Markdown parser. */
export const addHtml = (markdown: MarkdownIt): void => {
  markdown.set({ html: true });
  const [rule] = markdown.block.ruler.getRules('').filter(({ name }) => name === 'html_block');
  if (rule === undefined) throw new Error('markdown-it has no rule for blocks of HTML');
  const block = (state: StateBlock, start: number, end: number, silent: boolean): boolean => {
    const position = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0);
    const line = state.src.slice(position, state.eMarks[start]);
    return (
      line.startsWith('<') &&
      beginsHtml(line, state.src, position) &&
      rule(state, start, end, silent)
    );
  };
  markdown.block.ruler.at('html_block', block, { alt: ['paragraph', 'reference', 'blockquote'] });
  markdown.core.ruler.after('linkify', 'elements', readElements);
};

/** Ids that a text gives to its elements. */
export const idsOf = (blocks: readonly Token[]): string[] =>
  blocks
    .flatMap(({ children }) => children ?? [])
    .map((token) => String(token.attrGet('id') ?? ''))
    .filter((id) => id.startsWith(ID_PREFIX));
