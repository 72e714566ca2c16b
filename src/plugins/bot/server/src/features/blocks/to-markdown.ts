import type { List as MarkdownList, ListItem as MarkdownItem, Paragraph, RootContent } from 'mdast';

import { phrasingOf } from './inline-to-markdown';
import { splitAtParagraphs } from './inline-form';
import { normalBlock } from './normal-form';
import type { Block, InlineNode, List } from './types';

const paragraph = (nodes: InlineNode[]): Paragraph => ({
  type: 'paragraph',
  children: phrasingOf(nodes),
});

const paragraphs = (nodes: InlineNode[]): Paragraph[] =>
  splitAtParagraphs(nodes).map((part) => paragraph(part));

const isEmpty = ({ children }: MarkdownItem): boolean => children[0]?.type !== 'paragraph';

const listOf = ({ format, start, children }: List): MarkdownList => {
  const items: MarkdownItem[] = [];
  for (const child of children) {
    const last = items.at(-1);
    if (child.type === 'list-item') {
      const content = paragraphs(child.children);
      items.push({ type: 'listItem', spread: content.length > 1, children: content });
    } else if (last !== undefined) {
      const inner = listOf(child);
      last.children.push(inner);
      // An empty item directly after a line would be parsed as part of it (CommonMark, 5.2).
      last.spread ||= inner.children.slice(0, 1).some(isEmpty);
    }
  }
  return {
    type: 'list',
    ordered: format === 'ordered',
    start: format === 'ordered' ? (start ?? 1) : null,
    spread: false,
    children: items,
  };
};

const levelOf = (level: number) =>
  Math.min(Math.max(Math.round(level), 1), 6) as 1 | 2 | 3 | 4 | 5 | 6;

/** Converts a block to Markdown nodes; none for an empty block. */
export const nodesOf = (block: Block): RootContent[] => {
  const normal = normalBlock(block);
  switch (normal.type) {
    case 'paragraph':
      return paragraphs(normal.children);
    case 'heading': {
      const children = phrasingOf(normal.children);
      return [{ type: 'heading', depth: levelOf(normal.level), children }];
    }
    case 'quote':
      return [{ type: 'blockquote', children: paragraphs(normal.children) }];
    case 'list':
      return [listOf(normal)];
    case 'image': {
      const { url, alternativeText, caption } = normal.image;
      const image = {
        type: 'image' as const,
        url,
        alt: alternativeText ?? '',
        title: caption || null,
      };
      return [{ type: 'paragraph', children: [image] }];
    }
    case 'code': {
      const { language, meta, children } = normal;
      const value = children.map(({ text }) => text).join('');
      return [{ type: 'code', lang: language || null, meta: meta || null, value }];
    }
  }
};
