import type { Env, Token } from 'markdown-it';

import type { SiteAddress } from '../../../site-address';
import type { Picture } from '../media/medium';
import type { Placeholders } from '../media/placeholders';
import type { CodeHighlighter } from './code';
import type { FormulaRenderer } from './formula-renderer';
import type { Sanitiser } from './html/sanitiser';

/** Translated labels of tables, contents, footnotes and links back to the text. */
export interface TextLabels {
  table: string;
  contents: string;
  footnotes: string;
  backToText: string;
}

/** Settings for rendering a text on its page, as plain data that can be sent to another thread. */
export interface TextContext {
  /** Public URL of the site. */
  publicUrl: string;
  /**
   * URL of the text's page if the text is rendered for feed readers; undefined if it is rendered for the page itself.
   */
  readFrom?: string;
  labels: TextLabels;
  /** Origins of stored files, besides the site's own. */
  fileOrigins: readonly string[];
  /** Stored pictures that the text may show, by their URLs. */
  pictures: readonly (readonly [string, Picture])[];
  /** Number of pictures above the text on the page. */
  picturesBefore: number;
  /** Whether a placeholder is shown while a picture loads. */
  hasPlaceholders: boolean;
  /** Whether `$x$` is a formula even in texts without a block formula. */
  hasDollars: boolean;
}

/** State of one rendering, which the rules of the renderer read and change. */
export interface Rendering extends TextContext {
  address: SiteAddress;
  known: ReadonlyMap<string, Picture>;
  /** URLs of the site's files that the text has shown so far. */
  shown: Set<string>;
  shownPictures: number;
  placeholders?: Placeholders;
  highlightCode: CodeHighlighter;
  formulas: FormulaRenderer;
  /** Map from names that links within the text may use to the ids of their targets. */
  names: ReadonlyMap<string, string>;
  isInsideLink: boolean;
  /** Sanitiser of HTML; undefined for a text without HTML. */
  sanitise?: Sanitiser;
  /** Blocks with HTML; the map's value is true if the block is inside an element of an earlier block. */
  blocksOfHtml: Map<Token, boolean>;
}

/** State of the current rendering, which markdown-it passes to each rule as its environment. */
export const renderingOf = (env: Env | undefined): Rendering => env?.rendering as Rendering;

/** Value of an attribute of a markdown-it token; an empty string if the token does not have the attribute. */
export const attribute = (token: Token | undefined, name: string): string =>
  String(token?.attrGet(name) ?? '');

/** URL of a file that a page may load; null for a file of another site. */
export const loadableFile = (
  reference: string,
  { address, fileOrigins }: Pick<Rendering, 'address' | 'fileOrigins'>
): URL | null => {
  const target = address.resolve(reference);
  return target && (address.isOwn(target) || fileOrigins.includes(target.origin)) ? target : null;
};
