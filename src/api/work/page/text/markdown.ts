import MarkdownIt from 'markdown-it';
import type { Env, RendererRule, Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';

import type { SiteAddress } from '../../../site-address';
import type { Words } from '../words/words';
import { createCodePainter, type CodePainter } from './code';
import { nestHeadings, renderContents } from './headings';
import { Markup, markup } from './markup';
import { createFormulaSetter, readFormulas, type FormulaSetter } from './maths';
import { readTasks } from './tasks';

export interface TextSurroundings {
  address: SiteAddress;
  /** What a text says besides itself: the names of its parts for readers who do not see them. */
  words: Words;
  /**
   * What to put where the text shows an image.
   * @returns null for an image that may not be loaded; a link to it takes its place.
   */
  image(source: string, alternativeText: string, title: string): Markup | null;
}

export interface RenderedText {
  markup: Markup;
  /** The text of its paragraphs without any markup. */
  plain: string;
}

const ALLOWED_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto']);

const markdown = new MarkdownIt({ html: false, linkify: true });
// Only what is written as an address becomes one: `README.md` is not a host in Moldova.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

markdown.use(footnotes);
readFormulas(markdown);
readTasks(markdown);

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

const surroundingsOf = (env: Env | undefined): TextSurroundings =>
  env?.surroundings as TextSurroundings;

const attribute = (token: Token | undefined, name: string): string =>
  String(token?.attrGet(name) ?? '');

markdown.renderer.rules.image = (tokens, index, options, env, renderer) => {
  const token = tokens[index];
  const source = attribute(token, 'src');
  const alternativeText = renderer.renderInlineAsText(token?.children ?? [], options, env);
  const image = surroundingsOf(env).image(source, alternativeText, attribute(token, 'title'));
  if (image) return image.source;
  const text = alternativeText || source;
  // A link cannot hold another one.
  if (env?.isInsideLink) return markup`${text}`.source;
  return markup`<a href="${source}" rel="nofollow noopener">${text}</a>`.source;
};

markdown.renderer.rules.link_open = (tokens, index, options, env, renderer) => {
  const token = tokens[index];
  const target = surroundingsOf(env).address.resolve(attribute(token, 'href'));
  // The site does not vouch for where its works link to.
  if (target && !surroundingsOf(env).address.isOwn(target)) {
    token?.attrSet('rel', 'nofollow noopener');
  }
  if (env) env.isInsideLink = true;
  return renderer.renderToken(tokens, index, options);
};
markdown.renderer.rules.link_close = (_tokens, _index, _options, env) => {
  if (env) env.isInsideLink = false;
  return '</a>';
};

// Wide tables and long lines of code scroll inside their own box, which the keyboard must reach.
markdown.renderer.rules.table_open = (_tokens, _index, _options, env) =>
  markup`<div class="scroll" role="region" aria-label="${surroundingsOf(env).words.table}" tabindex="0"><table>\n`
    .source;
markdown.renderer.rules.table_close = () => '</table></div>\n';
const setFormula = (env: Env | undefined, formula: string, isBlock: boolean): Markup => {
  const set = (env?.setFormula as FormulaSetter)(formula, isBlock);
  return isBlock ? markup`<p class="scroll formula" tabindex="0">${set}</p>\n` : set;
};
markdown.renderer.rules.fence = (tokens, index, _options, env) => {
  const { content = '', info = '' } = tokens[index] ?? {};
  const language = info.trim().split(/\s/, 1)[0] ?? '';
  if (language === 'math') return setFormula(env, content, true).source;
  const code = (env?.paintCode as CodePainter)(content, language);
  return `${markup`<pre class="scroll" tabindex="0"><code>${code}</code></pre>`.source}\n`;
};
markdown.renderer.rules.code_block = markdown.renderer.rules.fence;

markdown.renderer.rules.formula = (tokens, index, _options, env) =>
  setFormula(env, tokens[index]?.content ?? '', false).source;
markdown.renderer.rules.formula_block = (tokens, index, _options, env) =>
  setFormula(env, tokens[index]?.content ?? '', true).source;

markdown.renderer.rules.footnote_block_open = (_tokens, _index, _options, env) =>
  markup`<section class="footnotes" aria-label="${surroundingsOf(env).words.footnotes}"><ol>\n`
    .source;
const withName =
  (rule: RendererRule | undefined, nameOf: (words: Words) => string): RendererRule =>
  (tokens, index, options, env, renderer) =>
    // The arrow is all that there is to see of the link.
    (rule?.(tokens, index, options, env, renderer) ?? '').replace(
      '<a ',
      markup`<a aria-label="${nameOf(surroundingsOf(env).words)}" `.source
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

const plainText = (tokens: Token[], env: Env): string =>
  tokens
    .filter((token, index) => token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open')
    .map((token) =>
      markdown.renderer.renderInlineAsText(token.children ?? [], markdown.options, env)
    )
    .join(' ');

/** Renders the Markdown of a work. Raw HTML in it is shown as text. */
export const renderText = (source: string, surroundings: TextSurroundings): RenderedText => {
  const env: Env = {
    surroundings,
    paintCode: createCodePainter(),
    setFormula: createFormulaSetter(),
  };
  const tokens = markdown.parse(source, env);
  const headings = nestHeadings(tokens, (inline) =>
    markdown.renderer.renderInlineAsText(inline.children ?? [], markdown.options, env)
  );
  const contents = renderContents(headings, source.length, surroundings.words);
  const text = markdown.renderer.render(tokens, markdown.options, env);
  return {
    markup: new Markup(`${contents?.source ?? ''}${text}`),
    plain: plainText(tokens, env),
  };
};
