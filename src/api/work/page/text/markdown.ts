import MarkdownIt from 'markdown-it';
import type { Env, RendererRule, Token } from 'markdown-it';

import { createSiteAddress } from '../../../site-address';
import { createPlaceholders } from '../media/placeholders';
import { createCodeHighlighter } from './code';
import { addFootnotes } from './footnotes';
import { createFormulaRenderer } from './formula-renderer';
import { nestHeadings, renderContents, withoutHeadings } from './headings';
import { idsOf, addHtml } from './html/add-html';
import { renderElements } from './html/render-elements';
import { loadSanitiser } from './html/sanitiser';
import { HTML_STYLE } from './html/style';
import { partsOf, withClosedElements } from './html/structure';
import { renderImages } from './images';
import { linkTargets, renderLinks } from './links';
import type { Markup } from '../../../markup';
import { markup } from '../../../markup';
import { isMathFence, addFormulas } from './maths';
import { addPicturePositions } from './pictures';
import {
  attribute,
  renderingOf,
  type Rendering,
  type TextLabels,
  type TextContext,
} from './rendering';
import { addTasks } from './tasks';

export interface RenderedText {
  /** HTML that is safe to insert into a page. */
  html: string;
  /** Beginning of the text as plain text, without headings. */
  plain: string;
  /** URLs of the stored files that the text shows. */
  shown: string[];
  /** Number of pictures in the text. */
  pictures: number;
  /** Style sheet that the text needs in addition to the style sheet of all pages. */
  style: string;
}

const ALLOWED_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto']);

const markdown = new MarkdownIt({ linkify: true });
// Only full URLs become links: `README.md` is not a host in Moldova.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

// Escaped brackets around a URL are not part of the URL: `&lt;https://example.org&gt;`. The search has a limit, because
// each `http:` of a text starts one.
const matchAtStart = markdown.linkify.matchAtStart.bind(markdown.linkify);
markdown.linkify.matchAtStart = (text) =>
  matchAtStart(/^\S{0,1000}?(?=&[lg]t;)/.exec(text)?.[0] ?? text);

addFootnotes(markdown);
addFormulas(markdown);
addTasks(markdown);
addHtml(markdown);
addPicturePositions(markdown);
renderImages(markdown);
renderLinks(markdown);
renderElements(markdown);

markdown.validateLink = (url) => {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(url)?.[1];
  return scheme === undefined || ALLOWED_SCHEMES.has(scheme.toLowerCase());
};

// Wide tables and long lines of code scroll in their own box, which must be focusable by keyboard.
markdown.renderer.rules.table_open = (_tokens, _index, _options, env) =>
  markup`<div class="scroll" role="region" aria-label="${renderingOf(env).labels.table}" tabindex="0"><table>\n`
    .source;
markdown.renderer.rules.table_close = () => '</table></div>\n';
const renderFormula = (env: Env | undefined, formula: string, isBlock: boolean): Markup => {
  const set = renderingOf(env).formulas.set(formula, isBlock);
  return isBlock ? markup`<p class="scroll formula" tabindex="0">${set}</p>\n` : set;
};
markdown.renderer.rules.fence = (tokens, index, _options, env) => {
  const { content = '', info = '' } = tokens[index] ?? {};
  if (isMathFence(info)) return renderFormula(env, content, true).source;
  const code = renderingOf(env).highlightCode(content, info.trim().split(/\s/, 1)[0] ?? '');
  return `${markup`<pre class="scroll" tabindex="0"><code>${code}</code></pre>`.source}\n`;
};
markdown.renderer.rules.code_block = markdown.renderer.rules.fence;

markdown.renderer.rules.formula = (tokens, index, _options, env) =>
  renderFormula(env, tokens[index]?.content ?? '', false).source;
markdown.renderer.rules.formula_block = (tokens, index, _options, env) =>
  renderFormula(env, tokens[index]?.content ?? '', true).source;

markdown.renderer.rules.footnote_block_open = (_tokens, _index, _options, env) =>
  markup`<section class="footnotes" aria-label="${renderingOf(env).labels.footnotes}"><ol>\n`
    .source;
const withAccessibleName =
  (rule: RendererRule | undefined, nameOf: (labels: TextLabels) => string): RendererRule =>
  (tokens, index, options, env, renderer) =>
    // The link shows only an arrow, so it needs a name for screen readers.
    (rule?.(tokens, index, options, env, renderer) ?? '').replace(
      '<a ',
      markup`<a aria-label="${nameOf(renderingOf(env).labels)}" `.source
    );
markdown.renderer.rules.footnote_anchor = withAccessibleName(
  markdown.renderer.rules.footnote_anchor,
  ({ backToText }) => backToText
);

// The renderer aligns columns with style attributes, which the security policy forbids.
const alignedCell: RendererRule = (tokens, index, options, _env, renderer) => {
  const token = tokens[index];
  const alignment = /^text-align:(center|right)$/.exec(attribute(token, 'style'))?.[1];
  if (token) token.attrs = alignment ? [['class', alignment]] : [];
  return renderer.renderToken(tokens, index, options);
};
markdown.renderer.rules.th_open = alignedCell;
markdown.renderer.rules.td_open = alignedCell;

/** Maximum number of characters of the plain text from which descriptions and excerpts are made. */
const PLAIN = 1000;

const plainText = (tokens: Token[], env: Env): string => {
  let plain = '';
  for (const [index, { type, children }] of tokens.entries()) {
    if (plain.length > PLAIN) break;
    if (type !== 'inline' || tokens[index - 1]?.type === 'heading_open') continue;
    const text = markdown.renderer.renderInlineAsText(
      withoutHeadings(children ?? []),
      markdown.options,
      env
    );
    plain += `${plain && ' '}${text}`;
  }
  return plain.slice(0, PLAIN);
};

/**
 * Adds the URL of the page to links within a text, for feed readers. Quotes in the text itself are escaped, so the
 * search for `href="#` finds only real attributes.
 */
const linkToPage = (html: string, page?: string): string =>
  page ? html.replaceAll('href="#', markup`href="${page}#`.source) : html;

const renderBlocks = (tokens: Token[], env: Env): string => {
  const { blocksOfHtml, readFrom } = renderingOf(env);
  const render = (part: Token[]): string =>
    linkToPage(markdown.renderer.render(part, markdown.options, env), readFrom);
  if (blocksOfHtml.size === 0) return render(tokens);
  return partsOf(tokens, blocksOfHtml)
    .map((part) => (part.isHtml ? withClosedElements(render(part.tokens)) : render(part.tokens)))
    .join('');
};

/** Matches the beginning of a tag, a comment or a processing instruction. */
const ANY_TAG = /<[a-z/!?]/i;

/**
 * Renders the Markdown of a work as GitHub does. HTML that is not allowed is shown as it was written.
 * @returns HTML that is safe to insert into a page
 */
export const renderText = async (
  source: string,
  textContext: TextContext
): Promise<RenderedText> => {
  const { publicUrl, readFrom, labels, pictures, hasPlaceholders, hasDollars } = textContext;
  const address = createSiteAddress(publicUrl, { isAbsolute: readFrom !== undefined });
  const hasHtml = ANY_TAG.test(source);
  const rendering: Rendering = {
    ...textContext,
    address,
    known: new Map(pictures),
    shown: new Set(),
    shownPictures: 0,
    ...(hasPlaceholders && { placeholders: createPlaceholders() }),
    highlightCode: createCodeHighlighter(),
    formulas: createFormulaRenderer((place) => address.path(place)),
    names: new Map(),
    isInsideLink: false,
    ...(hasHtml && { sanitise: await loadSanitiser() }),
    blocksOfHtml: new Map(),
  };
  const env: Env = { rendering, hasDollars };
  const tokens = markdown.parse(source, env);
  const headings = nestHeadings(tokens);
  rendering.names = linkTargets(headings, idsOf([...rendering.blocksOfHtml.keys()]));
  const contents = renderContents(headings, source.length, labels.contents);
  const text = renderBlocks(tokens, env);
  return {
    html: linkToPage(contents?.source ?? '', readFrom) + text,
    plain: plainText(tokens, env),
    shown: [...rendering.shown],
    pictures: rendering.shownPictures,
    style: [
      rendering.placeholders?.style(),
      rendering.formulas.style(),
      rendering.blocksOfHtml.size > 0 && HTML_STYLE,
    ]
      .filter(Boolean)
      .join('\n'),
  };
};
