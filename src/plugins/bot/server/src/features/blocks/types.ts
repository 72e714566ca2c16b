/*
 * Strapi's blocks, as its validator takes them (`entity-validator/blocks-validator`, 5.54); it lets
 * other properties pass, and its editor keeps them. `title`, `start` and `meta` are such ones.
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
  /** A line end in it is a line break. */
  text: string;
}

export interface LinkNode {
  type: 'link';
  url: string;
  /** What Markdown calls the title of a link. */
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
  /** How deep it stands in other lists, from 0. */
  indentLevel?: number;
  /** The first number of an ordered list, if that is not 1. */
  start?: number;
  /** A list belongs to the item before it. */
  children: (ListItem | List)[];
}

/** A file of the Media Library, as the editor puts it into a text. */
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
  /** What stands behind the language in Markdown. */
  meta?: string;
  children: TextNode[];
}

export type TextBlock =
  | { type: 'paragraph'; children: InlineNode[] }
  | { type: 'quote'; children: InlineNode[] }
  | { type: 'heading'; level: number; children: InlineNode[] };

export type Block = TextBlock | List | ImageBlock | CodeBlock;
