import MarkdownIt from 'markdown-it';
import type { Env, RendererRule, Token } from 'markdown-it';

import { createSiteAddress, type SiteAddress } from '../../../site-address';
import type { Picture } from '../media/medium';
import { createPlaceholders, type Placeholders } from '../media/placeholders';
import { renderPicture } from '../media/picture';
import { nameAnchors, readAnchors } from './anchors';
import { createCodePainter, type CodePainter } from './code';
import { readFootnotes } from './footnotes';
import { createFormulaSetter, type FormulaSetter } from './formula-setter';
import { nestHeadings, renderContents } from './headings';
import type { Markup } from '../../../markup';
import { markup } from '../../../markup';
import { isMathFence, readFormulas } from './maths';
import { readPictures } from './pictures';
import { readTasks } from './tasks';

/** What a text says besides itself: the names of its parts for readers who do not see them. */
export interface TextLabels {
  table: string;
  contents: string;
  footnotes: string;
  backToText: string;
}

/** What a text stands in; plain data, so that another thread can be told. */
export interface TextSurroundings {
  /** Where readers reach the site. */
  publicUrl: string;
  /** The page of the text, for readers that are on no host of ours; undefined on that page. */
  readFrom?: string;
  labels: TextLabels;
  /** Origins besides the site's own that pictures are loaded from. */
  fileOrigins: readonly string[];
  /** The stored pictures that the text may show, by their addresses. */
  pictures: readonly (readonly [string, Picture])[];
  /** How many pictures of the page come earlier. */
  picturesBefore: number;
  /** Whether something is shown in the place of a picture until it is loaded. */
  hasPlaceholders: boolean;
  /** Whether `$x$` is a formula in every text. */
  hasDollars: boolean;
}

export interface RenderedText {
  /** HTML that is safe to put into a page. */
  html: string;
  /** The beginning of its paragraphs without any markup. */
  plain: string;
  /** Addresses of the stored pictures that it shows. */
  shown: string[];
  /** How many pictures it shows. */
  pictures: number;
  /** The style that it needs besides that of every page. */
  style: string;
}

/** All that the rules below need of the text that they are rendering. */
interface Rendering extends TextSurroundings {
  address: SiteAddress;
  known: ReadonlyMap<string, Picture>;
  shown: Set<string>;
  shownPictures: number;
  placeholders?: Placeholders;
  paintCode: CodePainter;
  formulas: FormulaSetter;
  names: ReadonlySet<string>;
  isInsideLink: boolean;
}

const ALLOWED_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto']);

const markdown = new MarkdownIt({ html: false, linkify: true });
// Only what is written as an address becomes one: `README.md` is not a host in Moldova.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

readFootnotes(markdown);
readFormulas(markdown);
readTasks(markdown);
readAnchors(markdown);
readPictures(markdown);

markdown.validateLink = (url) => {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(url)?.[1];
  return scheme === undefined || ALLOWED_SCHEMES.has(scheme.toLowerCase());
};

// The editor's toolbar writes `<u>…</u>`, for which Markdown has no mark of its own. The content has
// no `<` in it, so that however many of them a text opens, each is looked at once.
const UNDERLINED = /<u>([^<]+)<\/u>/y;
markdown.inline.ruler.before('html_inline', 'underline', (state, silent) => {
  UNDERLINED.lastIndex = state.pos;
  const content = UNDERLINED.exec(state.src)?.[1];
  if (content === undefined) return false;
  if (!silent) {
    state.push('underline_open', 'u', 1);
    state.push('text', '', 0).content = content;
    state.push('underline_close', 'u', -1);
  }
  state.pos = UNDERLINED.lastIndex;
  return true;
});

const renderingOf = (env: Env | undefined): Rendering => env?.rendering as Rendering;

const attribute = (token: Token | undefined, name: string): string =>
  String(token?.attrGet(name) ?? '');

/** A picture that the text shows; null for one that may not be loaded. */
const renderImage = (token: Token, alternativeText: string, text: Rendering): Markup | null => {
  const { address, fileOrigins, known, placeholders } = text;
  const target = address.resolve(attribute(token, 'src'));
  if (!target || !(address.isOwn(target) || fileOrigins.includes(target.origin))) return null;
  text.shownPictures += 1;
  const lazy = text.picturesBefore + text.shownPictures > 1;
  const isWithin = token.meta?.isWithin === true;
  const own = known.get(target.href);
  if (own) {
    text.shown.add(target.href);
    const shown = { ...own, alternativeText: alternativeText || own.alternativeText };
    return renderPicture(shown, { lazy, placeholders, isWithin });
  }
  const title = attribute(token, 'title');
  return markup`<img src="${address.reference(target)}" alt="${alternativeText}"${title && markup` title="${title}"`}${
    isWithin && markup` class="within"`
  }${lazy && markup` loading="lazy"`}>`;
};

markdown.renderer.rules.image = (tokens, index, options, env, renderer) => {
  const token = tokens[index];
  const text = renderingOf(env);
  const alternativeText = renderer.renderInlineAsText(token?.children ?? [], options, env);
  const image = token && renderImage(token, alternativeText, text);
  if (image) return image.source;
  const source = attribute(token, 'src');
  const words = alternativeText || source;
  // A link cannot hold another one.
  if (text.isInsideLink) return markup`${words}`.source;
  return markup`<a href="${source}" rel="nofollow noopener">${words}</a>`.source;
};

/** The name that a link within the text means: as written, decoded, or in small letters as GitHub has it. */
const nameMeant = (written: string, names: ReadonlySet<string>): string => {
  let decoded = written;
  try {
    decoded = decodeURIComponent(written);
  } catch {
    // A percent sign that is just one.
  }
  const bare = decoded.replace(/^user-content-/, '');
  return [decoded, bare, bare.toLowerCase()].find((name) => names.has(name)) ?? written;
};

const referenceOf = (href: string, { address, names, readFrom }: Rendering): string => {
  const own = href.startsWith('#') ? `#${nameMeant(href.slice(1), names)}` : href;
  const isPlace = href.startsWith('/') && !href.startsWith('//');
  const target = isPlace ? address.resolve(href) : null;
  if (target) return address.reference(target);
  return readFrom !== undefined && URL.canParse(own, readFrom) ? new URL(own, readFrom).href : own;
};

markdown.renderer.rules.link_open = (tokens, index, options, env, renderer) => {
  const token = tokens[index];
  const text = renderingOf(env);
  const href = attribute(token, 'href');
  const target = text.address.resolve(href);
  token?.attrSet('href', referenceOf(href, text));
  // The site does not vouch for where its works link to.
  if (target && !text.address.isOwn(target)) token?.attrSet('rel', 'nofollow noopener');
  text.isInsideLink = true;
  return renderer.renderToken(tokens, index, options);
};
markdown.renderer.rules.link_close = (_tokens, _index, _options, env) => {
  renderingOf(env).isInsideLink = false;
  return '</a>';
};

// Wide tables and long lines of code scroll inside their own box, which the keyboard must reach.
markdown.renderer.rules.table_open = (_tokens, _index, _options, env) =>
  markup`<div class="scroll" role="region" aria-label="${renderingOf(env).labels.table}" tabindex="0"><table>\n`
    .source;
markdown.renderer.rules.table_close = () => '</table></div>\n';
const setFormula = (env: Env | undefined, formula: string, isBlock: boolean): Markup => {
  const set = renderingOf(env).formulas.set(formula, isBlock);
  return isBlock ? markup`<p class="scroll formula" tabindex="0">${set}</p>\n` : set;
};
markdown.renderer.rules.fence = (tokens, index, _options, env) => {
  const { content = '', info = '' } = tokens[index] ?? {};
  if (isMathFence(info)) return setFormula(env, content, true).source;
  const code = renderingOf(env).paintCode(content, info.trim().split(/\s/, 1)[0] ?? '');
  return `${markup`<pre class="scroll" tabindex="0"><code>${code}</code></pre>`.source}\n`;
};
markdown.renderer.rules.code_block = markdown.renderer.rules.fence;

markdown.renderer.rules.formula = (tokens, index, _options, env) =>
  setFormula(env, tokens[index]?.content ?? '', false).source;
markdown.renderer.rules.formula_block = (tokens, index, _options, env) =>
  setFormula(env, tokens[index]?.content ?? '', true).source;

markdown.renderer.rules.footnote_block_open = (_tokens, _index, _options, env) =>
  markup`<section class="footnotes" aria-label="${renderingOf(env).labels.footnotes}"><ol>\n`
    .source;
const withName =
  (rule: RendererRule | undefined, nameOf: (labels: TextLabels) => string): RendererRule =>
  (tokens, index, options, env, renderer) =>
    // The arrow is all that there is to see of the link.
    (rule?.(tokens, index, options, env, renderer) ?? '').replace(
      '<a ',
      markup`<a aria-label="${nameOf(renderingOf(env).labels)}" `.source
    );
markdown.renderer.rules.footnote_anchor = withName(
  markdown.renderer.rules.footnote_anchor,
  ({ backToText }) => backToText
);

// The security policy forbids style attributes, which is how the renderer aligns a column.
const alignedCell: RendererRule = (tokens, index, options, _env, renderer) => {
  const token = tokens[index];
  const alignment = /^text-align:(center|right)$/.exec(attribute(token, 'style'))?.[1];
  if (token) token.attrs = alignment ? [['class', alignment]] : [];
  return renderer.renderToken(tokens, index, options);
};
markdown.renderer.rules.th_open = alignedCell;
markdown.renderer.rules.td_open = alignedCell;

/** Characters of the plain text: what a description or an excerpt is made of. */
const PLAIN = 1000;

const plainText = (tokens: Token[], env: Env): string => {
  let plain = '';
  for (const [index, { type, children }] of tokens.entries()) {
    if (plain.length > PLAIN) break;
    if (type !== 'inline' || tokens[index - 1]?.type === 'heading_open') continue;
    const text = markdown.renderer.renderInlineAsText(children ?? [], markdown.options, env);
    plain += `${plain && ' '}${text}`;
  }
  return plain.slice(0, PLAIN);
};

/** Renders the Markdown of a work. Raw HTML in it is shown as text. */
export const renderText = (source: string, surroundings: TextSurroundings): RenderedText => {
  const { publicUrl, readFrom, labels, pictures, hasPlaceholders, hasDollars } = surroundings;
  const address = createSiteAddress(publicUrl, { isWhole: readFrom !== undefined });
  const rendering: Rendering = {
    ...surroundings,
    address,
    known: new Map(pictures),
    shown: new Set(),
    shownPictures: 0,
    ...(hasPlaceholders && { placeholders: createPlaceholders() }),
    paintCode: createCodePainter(),
    formulas: createFormulaSetter((place) => address.path(place)),
    names: new Set(),
    isInsideLink: false,
  };
  const env: Env = { rendering, hasDollars };
  const tokens = markdown.parse(source, env);
  const headings = nestHeadings(tokens);
  const names = new Set(headings.map(({ id }) => id));
  nameAnchors(tokens, names);
  rendering.names = names;
  const contents = renderContents(headings, source.length, labels.contents);
  const text = markdown.renderer.render(tokens, markdown.options, env);
  const html = `${contents?.source ?? ''}${text}`;
  return {
    // Notes and contents lead to places of the page; a quote in a text is written otherwise.
    html: readFrom ? html.replaceAll('href="#', markup`href="${readFrom}#`.source) : html,
    plain: plainText(tokens, env),
    shown: [...rendering.shown],
    pictures: rendering.shownPictures,
    style: [rendering.placeholders?.style(), rendering.formulas.style()].filter(Boolean).join('\n'),
  };
};
