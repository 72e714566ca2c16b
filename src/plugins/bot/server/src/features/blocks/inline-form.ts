import { commonMarks, hasSameMarks, marksOf } from './marks';
import type { InlineNode, Marks, TextNode } from './types';

const toText = (text: string, marks: Marks = {}): TextNode => ({ type: 'text', text, ...marks });

const isSpace = (node: InlineNode | undefined): node is TextNode =>
  node?.type === 'text' && node.code !== true && node.text.trim() === '';

const clean = (node: InlineNode): InlineNode[] => {
  if (node.type === 'link') {
    const { url, title, children } = node;
    const texts = normalInline(children).filter((child) => child.type === 'text');
    const link = { type: 'link' as const, url, ...(title ? { title } : {}) };
    return [{ ...link, children: texts.length > 0 ? texts : [toText('')] }];
  }
  const text = node.text.replaceAll('\r\n', '\n');
  const ofOneLine = node.code === true ? text.replaceAll('\n', ' ') : text;
  return text === '' ? [] : [toText(ofOneLine, marksOf(node))];
};

/** Separates spaces at the edges of marked text, because Markdown cannot mark them. */
const splitAtSpaces = (node: InlineNode): InlineNode[] =>
  node.type === 'link' || node.code === true
    ? [node]
    : (node.text.match(/^\s+|\s+$|\S(?:[^]*\S)?/g) ?? []).map((text) => ({ ...node, text }));

const joined = (nodes: InlineNode[]): InlineNode[] => {
  const result: InlineNode[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (node.type !== 'text' || last?.type !== 'text') {
      result.push(node);
    } else if (hasSameMarks(node, last)) {
      result[result.length - 1] = { ...last, text: last.text + node.text };
    } else {
      result.push(node);
    }
  }
  return result;
};

const joinSpaces = (parts: InlineNode[]): InlineNode[] => {
  const result: InlineNode[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (isSpace(part) && isSpace(last)) {
      result[result.length - 1] = toText(last.text + part.text);
    } else {
      result.push(part);
    }
  }
  return result;
};

const tidyLines = (node: InlineNode): InlineNode =>
  node.type === 'link' || node.code === true
    ? node
    : {
        ...node,
        text: node.text.replace(/[ \t]*\n[ \t]*/g, '\n').replace(/\n{3,}/g, '\n\n'),
      };

const withoutEdges = (nodes: InlineNode[]): InlineNode[] => {
  const start = isSpace(nodes[0]) ? 1 : 0;
  return nodes.slice(start, isSpace(nodes.at(-1)) ? -1 : undefined);
};

/** Gives a space the marks that both adjacent nodes have. */
const markSpace = (node: InlineNode, index: number, nodes: InlineNode[]): InlineNode => {
  const [before, after] = [nodes[index - 1], nodes[index + 1]];
  if (!isSpace(node) || before === undefined || after === undefined) return node;
  const { code: _code, ...marks } = commonMarks(marksOf(before), marksOf(after));
  return toText(node.text, marks);
};

/** Normalizes nodes for Markdown: no empty texts, no spaces at edges, equal neighbours joined. */
const normalInline = (nodes: InlineNode[]): InlineNode[] => {
  const parts = joined(nodes.flatMap(clean)).flatMap(splitAtSpaces);
  const spaced = withoutEdges(joinSpaces(parts).map(tidyLines));
  return joined(spaced.map(markSpace));
};

/** Normalizes nodes; an empty result becomes an empty text, which Strapi's validator requires. */
export const normalChildren = (nodes: InlineNode[]): InlineNode[] => {
  const children = normalInline(nodes);
  return children.length > 0 ? children : [toText('')];
};

/** Replaces line breaks in texts and links by spaces. */
export const inOneLine = (nodes: InlineNode[]): InlineNode[] =>
  nodes.map((node) =>
    node.type === 'link'
      ? { ...node, children: inOneLine(node.children) as TextNode[] }
      : { ...node, text: node.text.replace(/\s*\n\s*/g, ' ') }
  );

/** Splits nodes at double line breaks, which separate paragraphs. @returns the paragraphs that are not empty */
export const splitAtParagraphs = (nodes: InlineNode[]): InlineNode[][] => {
  const parts: InlineNode[][] = [[]];
  for (const node of normalInline(nodes)) {
    const [first, ...others] =
      node.type === 'text'
        ? node.text.split(/\n{2,}/).map((text): InlineNode => ({ ...node, text }))
        : [node];
    if (first !== undefined) parts.at(-1)?.push(first);
    parts.push(...others.map((other) => [other]));
  }
  return parts.map(normalInline).filter((part) => part.length > 0);
};
