import type {
  Blockquote,
  Code,
  Definition,
  Image,
  ImageReference,
  List as MarkdownList,
  ListItem as MarkdownItem,
  Paragraph,
  Root,
  RootContent,
} from 'mdast';

import { createInlineReader, DEEPEST, sourceOf } from './inline-from-markdown';
import { inParagraphs, normalBlock } from './normal-form';
import { definitionsIn, isDeeperThan, usesIn } from './walk';
import type { Block, BlockImage, CodeBlock, InlineNode, List, ListItem } from './types';

/** Language of a code block that contains literal Markdown. */
export const MARKDOWN = 'markdown';

/** Finds the Media Library file of a URL. */
export type FindImage = (url: string) => BlockImage | undefined;

/** Wraps Markdown that blocks cannot express in a code block. */
export const literalBlock = (text: string): CodeBlock => ({
  type: 'code',
  language: MARKDOWN,
  children: [{ type: 'text', text }],
});

const BETWEEN_PARAGRAPHS: InlineNode = { type: 'text', text: '\n\n' };

/**
 * Functions that recognize code blocks of Markdown input which look like Markdown that this plugin has stored in a code
 * block (`literalBlock`).
 */
export interface LiteralRule {
  /** Whether this Markdown on its own would be stored in a code block, because blocks cannot express it. */
  isLiteral: (text: string) => boolean;
  /** Prints a code block with its fences. */
  print: (code: Code) => string;
}

/**
 * Converts Markdown to Strapi's blocks. Content that blocks cannot express stays Markdown: tables, HTML and quotes with
 * lists in a code block of the language `markdown`, smaller elements in the text.
 */
export const blocksFromMarkdown = (
  root: Root,
  source: string,
  findImage: FindImage,
  { isLiteral, print }: LiteralRule
): Block[] => {
  const definitions = definitionsIn(root);
  const used = usesIn(root);
  const kept = new Set<string>();
  const keep = (identifier: string): void => void kept.add(identifier);
  const inline = createInlineReader({ source, definitions, keep });

  const literally = (node: RootContent): Block => {
    usesIn(node).forEach(keep);
    return literalBlock(sourceOf(source, node).trimEnd());
  };

  const toImage = (node: Image | ImageReference): Block | undefined => {
    const target = node.type === 'image' ? node : definitions.get(node.identifier);
    const file = target === undefined ? undefined : findImage(target.url);
    return (
      file && {
        type: 'image',
        image: {
          ...file,
          url: target?.url ?? file.url,
          alternativeText: node.alt ?? '',
          caption: target?.title ?? null,
        },
        children: [{ type: 'text', text: '' }],
      }
    );
  };

  /**
   * Converts a paragraph that contains only Media Library images to image blocks; undefined for any other paragraph.
   */
  const toImages = ({ children }: Paragraph): Block[] | undefined => {
    const images = children.map((child) => {
      if (child.type === 'image' || child.type === 'imageReference') return toImage(child);
      const isSpace =
        child.type === 'break' || (child.type === 'text' && child.value.trim() === '');
      return isSpace ? 'space' : undefined;
    });
    return images.includes(undefined)
      ? undefined
      : images.filter((image): image is Block => typeof image === 'object');
  };

  const phrasesOf = (paragraphs: Paragraph[]): InlineNode[] =>
    paragraphs.flatMap(({ children }, index) => [
      ...(index === 0 ? [] : [BETWEEN_PARAGRAPHS]),
      ...inline(children),
    ]);

  const isParagraph = (node: RootContent): node is Paragraph => node.type === 'paragraph';

  const toQuote = (node: Blockquote): Block => {
    const paragraphs = node.children.filter(isParagraph);
    return paragraphs.length < node.children.length
      ? literally(node)
      : { type: 'quote', children: phrasesOf(paragraphs) };
  };

  /** Converts a Markdown list item to a block if it has only paragraphs followed by lists; undefined for other items. */
  const toItem = (item: MarkdownItem): (ListItem | List)[] | undefined => {
    const first = item.children.findIndex((child) => !isParagraph(child));
    const paragraphs = (first === -1 ? item.children : item.children.slice(0, first)).filter(
      isParagraph
    );
    const lists = item.children
      .slice(paragraphs.length)
      .map((child) => (child.type === 'list' ? toList(child) : undefined));
    return lists.includes(undefined)
      ? undefined
      : [
          { type: 'list-item', children: phrasesOf(paragraphs) },
          ...lists.filter((list) => list !== undefined),
        ];
  };

  const toList = ({ ordered, start, children }: MarkdownList): List | undefined => {
    const items = children.map(toItem);
    return items.includes(undefined)
      ? undefined
      : {
          type: 'list',
          format: ordered ? 'ordered' : 'unordered',
          ...(ordered ? { start: start ?? 1 } : {}),
          children: items.flatMap((item) => item ?? []),
        };
  };

  const toCode = (node: Code): Block => {
    const { lang, value } = node;
    const meta = node.meta?.trim();
    // A code block that would be mistaken for literal Markdown is stored with its fences.
    return lang === MARKDOWN && isLiteral(value)
      ? literalBlock(print(node))
      : {
          type: 'code',
          ...(lang ? { language: lang } : {}),
          ...(meta ? { meta } : {}),
          children: [{ type: 'text', text: value }],
        };
  };

  const toBlocks = (node: RootContent): (Block | Definition)[] => {
    if (node.type === 'definition') return [node];
    if (isDeeperThan(node, DEEPEST)) return [literally(node)];
    if (node.type === 'paragraph') {
      return toImages(node) ?? [{ type: 'paragraph', children: inline(node.children) }];
    }
    if (node.type === 'heading') {
      return [{ type: 'heading', level: node.depth, children: inline(node.children) }];
    }
    if (node.type === 'blockquote') return [toQuote(node)];
    if (node.type === 'list') return [toList(node) ?? literally(node)];
    if (node.type === 'code') return [toCode(node)];
    return node.type === 'thematicBreak'
      ? [{ type: 'paragraph', children: [{ type: 'text', text: sourceOf(source, node) }] }]
      : [literally(node)];
  };

  /**
   * Whether a link definition (`[id]: url`) can be dropped, because its URL was inserted at all its references during
   * the conversion.
   */
  const isSaid = (definition: Definition): boolean =>
    definitions.get(definition.identifier) === definition &&
    used.has(definition.identifier) &&
    !kept.has(definition.identifier);

  return root.children
    .flatMap(toBlocks)
    .flatMap((block) => {
      if (block.type !== 'definition') return block;
      return isSaid(block) ? [] : literally(block);
    })
    .flatMap(inParagraphs)
    .map(normalBlock);
};
