import type { Env, Token } from 'markdown-it';

import type { SiteAddress } from '../../../site-address';
import type { Picture } from '../media/medium';
import type { Placeholders } from '../media/placeholders';
import type { CodePainter } from './code';
import type { FormulaSetter } from './formula-setter';
import type { Sanitiser } from './html/sanitiser';

/** The names of a text's parts, for readers who do not see them. */
export interface TextLabels {
  table: string;
  contents: string;
  footnotes: string;
  backToText: string;
}

/** The page around a text, as plain data that can be sent to another thread. */
export interface TextSurroundings {
  /** The public address of the site. */
  publicUrl: string;
  /** The page of the text, for readers that are on no host of ours; undefined on that page. */
  readFrom?: string;
  labels: TextLabels;
  /** Origins besides the site's own that files are loaded from. */
  fileOrigins: readonly string[];
  /** The stored pictures that the text may show, by their addresses. */
  pictures: readonly (readonly [string, Picture])[];
  /** The number of pictures above the text on the page. */
  picturesBefore: number;
  /** Whether something is shown in the place of a picture until it is loaded. */
  hasPlaceholders: boolean;
  /** Whether `$x$` is a formula in every text. */
  hasDollars: boolean;
}

/** The state of one rendering, which the renderer's rules read and change. */
export interface Rendering extends TextSurroundings {
  address: SiteAddress;
  known: ReadonlyMap<string, Picture>;
  /** Addresses of the site's files that the text has shown so far. */
  shown: Set<string>;
  shownPictures: number;
  placeholders?: Placeholders;
  paintCode: CodePainter;
  formulas: FormulaSetter;
  /** Ids that links within the text can lead to. */
  names: ReadonlySet<string>;
  isInsideLink: boolean;
  /** Undefined for a text without HTML. */
  sanitise?: Sanitiser;
  /** Blocks with HTML: their tokens, and whether they are in an element that began in an earlier block. */
  blocksOfHtml: Map<Token, boolean>;
}

export const renderingOf = (env: Env | undefined): Rendering => env?.rendering as Rendering;

export const attribute = (token: Token | undefined, name: string): string =>
  String(token?.attrGet(name) ?? '');

/** The address of a file that a page may load; null for a file of another site. */
export const loadableFile = (
  reference: string,
  { address, fileOrigins }: Pick<Rendering, 'address' | 'fileOrigins'>
): URL | null => {
  const target = address.resolve(reference);
  return target && (address.isOwn(target) || fileOrigins.includes(target.origin)) ? target : null;
};
