/*
 * Relies on: Strapi 5.54: the blocks validator (`entity-validator/blocks-validator`) and the editor keep additional
 * properties; `title`, `start` and `meta` are additional
 * Breaks if: Strapi rejects or removes additional properties
 * Checked by: `tests/editors/a-type-with-blocks-and-one-file.long.test.ts`
 */

export interface Marks {
  bold?: true;
  italic?: true;
  strikethrough?: true;
  underline?: true;
  code?: true;
}

export interface TextNode extends Marks {
  type: 'text';
  /** Text content. A newline character is shown as a line break, unlike in Markdown. */
  text: string;
}

export interface LinkNode {
  type: 'link';
  url: string;
  /** Link title of Markdown. */
  title?: string;
  children: TextNode[];
}

export type InlineNode = TextNode | LinkNode;

export interface ListItem {
  type: 'list-item';
  children: InlineNode[];
}

export interface List {
  type: 'list';
  format: 'ordered' | 'unordered';
  /** Nesting level in other lists, from 0. */
  indentLevel?: number;
  /** First number of an ordered list, if it is not 1. */
  start?: number;
  /** Items of the list, and lists nested in it. A nested list belongs to the item before it. */
  children: (ListItem | List)[];
}

/** A Media Library file, as Strapi's blocks editor inserts it into a text. */
export interface BlockImage {
  url: string;
  alternativeText?: string | null;
  caption?: string | null;
  [attribute: string]: unknown;
}

export interface ImageBlock {
  type: 'image';
  image: BlockImage;
  children: TextNode[];
}

export interface CodeBlock {
  type: 'code';
  language?: string | null;
  /** Text after the language of a fenced code block in Markdown. */
  meta?: string;
  children: TextNode[];
}

export type TextBlock =
  | { type: 'paragraph'; children: InlineNode[] }
  | { type: 'quote'; children: InlineNode[] }
  | { type: 'heading'; level: number; children: InlineNode[] };

export type Block = TextBlock | List | ImageBlock | CodeBlock;
