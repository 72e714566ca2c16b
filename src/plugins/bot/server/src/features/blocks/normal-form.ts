import { inOneLine, normalChildren, splitAtParagraphs } from './inline-form';
import type { Block, List, ListItem } from './types';

/** Ensures that a list starts with an item, because Markdown has no list directly inside a list. */
const behindItems = (children: List['children']): List['children'] =>
  children[0]?.type === 'list' ? [{ type: 'list-item', children: [] }, ...children] : children;

const normalList = (list: List, depth: number): List => ({
  type: 'list',
  format: list.format,
  indentLevel: depth,
  ...(list.format === 'ordered' && (list.start ?? 1) !== 1 ? { start: list.start } : {}),
  children: behindItems(list.children).map((child): List | ListItem =>
    child.type === 'list'
      ? normalList(child, depth + 1)
      : { type: 'list-item', children: normalChildren(child.children) }
  ),
});

/** Normalizes a block to what a conversion to Markdown and back returns. */
export const normalBlock = (block: Block): Block => {
  switch (block.type) {
    case 'list':
      return normalList(block, 0);
    case 'image':
    case 'code':
      return block;
    case 'heading': {
      const { type, level, children } = block;
      return { type, level, children: normalChildren(inOneLine(children)) };
    }
    case 'paragraph':
    case 'quote':
      return { type: block.type, children: normalChildren(block.children) };
  }
};

/** Splits a paragraph at double line breaks, as Markdown does. Other blocks stay unchanged. */
export const inParagraphs = (block: Block): Block[] =>
  block.type === 'paragraph'
    ? splitAtParagraphs(block.children).map((children) => ({ type: 'paragraph', children }))
    : [block];
