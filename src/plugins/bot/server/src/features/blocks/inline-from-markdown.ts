import type { Definition, Html, Link, PhrasingContent, Resource } from 'mdast';

import type { InlineNode, Marks, TextNode } from './types';

/** Protocols that Strapi's validator of blocks accepts. */
const PROTOCOLS = new Set(['http:', 'https:', 'ftp:', 'mailto:', 'tel:']);

/** Whether Strapi accepts a link target in blocks: an absolute URL, or a path from the root. */
const isLinkTarget = (url: string): boolean => {
  const absolute = url.startsWith('/') ? `https://example.org${url}` : url;
  return URL.canParse(absolute) && PROTOCOLS.has(new URL(absolute).protocol);
};

/** Data of the whole Markdown document that the conversion of its inline nodes needs. */
interface Surroundings {
  /** The complete Markdown source. */
  source: string;
  definitions: ReadonlyMap<string, Definition>;
  /**
   * Function called with the ID of each link definition that literal Markdown refers to, so that the definition is not
   * dropped.
   */
  keep: (identifier: string) => void;
}

/** Maximum nesting depth of Markdown that is converted to blocks. Deeper nodes are stored as Markdown text. */
export const DEEPEST = 50;

interface Positioned {
  position?: { start: { offset?: number }; end: { offset?: number } };
}

/** The Markdown source text of a node. */
export const sourceOf = (source: string, { position }: Positioned): string =>
  source.slice(position?.start.offset, position?.end.offset);

const UNDERLINE = '<u>';
const END_OF_UNDERLINE = '</u>';
const LINE_BREAK = /^<br\s*\/?>$/i;

const isHtml = (node: PhrasingContent | undefined, value: string): node is Html =>
  node?.type === 'html' && node.value.toLowerCase() === value;

const endOfUnderline = (nodes: PhrasingContent[], start: number): number => {
  let open = 0;
  return nodes.findIndex((node, index) => {
    if (index < start) return false;
    if (isHtml(node, UNDERLINE)) open += 1;
    if (isHtml(node, END_OF_UNDERLINE)) open -= 1;
    return open === 0;
  });
};

/** Creates a function that converts inline nodes of Markdown to texts and links. */
export const createInlineReader = ({ source, definitions, keep }: Surroundings) => {
  /** Keeps a node as literal Markdown, because blocks cannot express it. */
  const literally = (node: PhrasingContent, marks: Marks): InlineNode => {
    if ('identifier' in node) keep(node.identifier);
    // A line in a quote starts with `>` in the source.
    const text = sourceOf(source, node).replace(/\s*\n[ \t>]*/g, ' ');
    return { type: 'text', text, ...marks };
  };

  const toLink = (
    node: PhrasingContent & Pick<Link, 'children'>,
    { url, title }: Resource,
    marks: Marks,
    depth: number
  ): InlineNode => {
    const children = isLinkTarget(url) ? toInline(node.children, marks, depth + 1) : [];
    const texts = children.filter((child): child is TextNode => child.type === 'text');
    const hasOthers = texts.length < children.length || node.children.some(isImage);
    return !isLinkTarget(url) || hasOthers
      ? literally(node, marks)
      : {
          type: 'link',
          url,
          ...(title ? { title } : {}),
          children: texts.length > 0 ? texts : [{ type: 'text', text: '' }],
        };
  };

  const isImage = ({ type }: PhrasingContent): boolean =>
    type === 'image' || type === 'imageReference';

  const toNodes = (node: PhrasingContent, marks: Marks, depth: number): InlineNode[] => {
    switch (node.type) {
      case 'text':
        // A line end is a space in Markdown, but a line break in blocks.
        return [{ type: 'text', text: node.value.replace(/\s*\n\s*/g, ' '), ...marks }];
      case 'break':
        return [{ type: 'text', text: '\n', ...marks }];
      case 'inlineCode':
        return [{ type: 'text', text: node.value, ...marks, code: true }];
      case 'strong':
        return toInline(node.children, { ...marks, bold: true }, depth + 1);
      case 'emphasis':
        return toInline(node.children, { ...marks, italic: true }, depth + 1);
      case 'delete':
        return toInline(node.children, { ...marks, strikethrough: true }, depth + 1);
      case 'link':
        return [toLink(node, node, marks, depth)];
      case 'linkReference': {
        const definition = definitions.get(node.identifier);
        return [
          definition === undefined
            ? literally(node, marks)
            : toLink(node, definition, marks, depth),
        ];
      }
      case 'html':
        return LINE_BREAK.test(node.value)
          ? [{ type: 'text', text: '\n', ...marks }]
          : [literally(node, marks)];
      case 'image':
      case 'imageReference':
      case 'footnoteReference':
        return [literally(node, marks)];
    }
  };

  const toInline = (nodes: PhrasingContent[], marks: Marks = {}, depth = 0): InlineNode[] => {
    if (depth > DEEPEST) return nodes.map((node) => literally(node, marks));
    const result: InlineNode[] = [];
    for (let index = 0; index < nodes.length; index += 1) {
      const node = nodes[index];
      const end = isHtml(node, UNDERLINE) ? endOfUnderline(nodes, index) : -1;
      if (end === -1) {
        result.push(...toNodes(node, marks, depth));
      } else {
        const inner = nodes.slice(index + 1, end);
        result.push(...toInline(inner, { ...marks, underline: true }, depth + 1));
        index = end;
      }
    }
    return result;
  };

  return (nodes: PhrasingContent[]): InlineNode[] => toInline(nodes);
};
