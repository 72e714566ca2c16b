import type { Token } from 'markdown-it';
import { parse, serialize, type DefaultTreeAdapterMap } from 'parse5';

type Element = DefaultTreeAdapterMap['element'];

interface Part {
  tokens: Token[];
  isHtml: boolean;
}

/**
 * Splits a text into parts of complete blocks, so that only parts with HTML are parsed as HTML.
 * @param blocksOfHtml map of the tokens with HTML; the value is true if the token is inside an element of an earlier
 * block
 */
export const partsOf = (
  tokens: readonly Token[],
  blocksOfHtml: ReadonlyMap<Token, boolean>
): readonly Part[] => {
  const parts: { start: number; isHtml: boolean }[] = [];
  let [start, depth, isHtml, isInside] = [0, 0, false, false];
  for (const [index, token] of tokens.entries()) {
    depth += token.nesting;
    isHtml ||= blocksOfHtml.has(token);
    isInside ||= blocksOfHtml.get(token) === true;
    if (depth > 0) continue;
    const continues = isHtml ? isInside : parts.at(-1)?.isHtml === false;
    if (!continues) parts.push({ start, isHtml });
    [start, isHtml, isInside] = [index + 1, false, false];
  }
  return parts.map((part, index) => ({
    tokens: tokens.slice(part.start, parts[index + 1]?.start),
    isHtml: part.isHtml,
  }));
};

/**
 * Closes and nests the elements of a text by the HTML standard, so that none affects the page around the text.
 * @param html sanitised HTML
 */
export const withClosedElements = (html: string): string => {
  const [document] = parse(`<!doctype html><body>${html}`).childNodes.slice(1);
  const [, body] = (document as Element).childNodes;
  return serialize(body as Element);
};
