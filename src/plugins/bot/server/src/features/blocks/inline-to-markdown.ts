import type { PhrasingContent } from 'mdast';

import { marksOf } from './marks';
import type { InlineNode, Marks, TextNode } from './types';

const NESTED = ['bold', 'italic', 'strikethrough', 'underline'] as const;
type NestedMark = (typeof NESTED)[number];

/** A piece of text with the marks that still have to be written around it. */
interface Part {
  marks: Marks;
  node: PhrasingContent;
}

const wrap = (mark: NestedMark, children: PhrasingContent[]): PhrasingContent[] => {
  switch (mark) {
    case 'bold':
      return [{ type: 'strong', children }];
    case 'italic':
      return [{ type: 'emphasis', children }];
    case 'strikethrough':
      return [{ type: 'delete', children }];
    case 'underline':
      // Markdown has no syntax for underlining.
      return [{ type: 'html', value: '<u>' }, ...children, { type: 'html', value: '</u>' }];
  }
};

/** Wraps parts in their marks. The mark that spans most parts is outermost. */
const nest = (parts: Part[]): PhrasingContent[] => {
  const result: PhrasingContent[] = [];
  for (let start = 0; start < parts.length;) {
    const reach = (mark: NestedMark): number => {
      const end = parts.findIndex(({ marks }, index) => index >= start && marks[mark] !== true);
      return end === -1 ? parts.length : end;
    };
    const outer = NESTED.reduce((best, mark) => (reach(mark) > reach(best) ? mark : best));
    const end = reach(outer);
    if (end === start) {
      const part = parts[start];
      if (part !== undefined) result.push(part.node);
      start += 1;
    } else {
      const inner = parts.slice(start, end).map(({ marks, node }) => {
        const { [outer]: _said, ...others } = marks;
        return { marks: others, node };
      });
      result.push(...wrap(outer, nest(inner)));
      start = end;
    }
  }
  return result;
};

const without = (marks: Marks, inherited: Marks): Marks =>
  Object.fromEntries(Object.entries(marks).filter(([mark]) => !(mark in inherited)));

const partsOfText = ({ text, ...node }: TextNode, inherited: Marks): Part[] => {
  const marks = without(marksOf({ ...node, text }), inherited);
  if (node.code === true) return [{ marks, node: { type: 'inlineCode', value: text } }];
  return text
    .split(/(\n)/)
    .filter((piece) => piece !== '')
    .map((piece) => ({
      marks,
      node: piece === '\n' ? { type: 'break' } : { type: 'text', value: piece },
    }));
};

const partsOf = (node: InlineNode): Part[] => {
  if (node.type === 'text') return partsOfText(node, {});
  const marks = marksOf(node);
  const { url, title = null } = node;
  const { code: _code, ...around } = marks;
  const children = nest(node.children.flatMap((child) => partsOfText(child, around)));
  return [{ marks: around, node: { type: 'link', url, title, children } }];
};

/** Converts texts and links to Markdown nodes. */
export const phrasingOf = (nodes: InlineNode[]): PhrasingContent[] => nest(nodes.flatMap(partsOf));
