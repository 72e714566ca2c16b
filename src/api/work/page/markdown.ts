import MarkdownIt from 'markdown-it';
import type { Env, Token } from 'markdown-it';

import type { SiteAddress } from './address';
import { Html, html } from './html';

export interface TextSurroundings {
  address: SiteAddress;
  /**
   * What to put where the text shows an image.
   * @returns null for an image that may not be loaded; a link to it takes its place.
   */
  image(source: string, alternativeText: string, title: string): Html | null;
}

export interface RenderedText {
  html: Html;
  /** The text of its paragraphs without any markup. */
  plain: string;
}

const ALLOWED_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto']);
const HEADING_OF_THE_PAGE = 1;
const DEEPEST_HEADING = 6;

const markdown = new MarkdownIt({ html: false, linkify: true });
// Only what is written as an address becomes one: `README.md` is not a host in Moldova.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

markdown.validateLink = (url) => {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(url)?.[1];
  return scheme === undefined || ALLOWED_SCHEMES.has(scheme.toLowerCase());
};

const surroundingsOf = (env: Env | undefined): TextSurroundings => env?.surroundings as TextSurroundings;

const attribute = (token: Token | undefined, name: string): string => String(token?.attrGet(name) ?? '');

markdown.renderer.rules.image = (tokens, index, options, env, renderer) => {
  const token = tokens[index];
  const source = attribute(token, 'src');
  const alternativeText = renderer.renderInlineAsText(token?.children ?? [], options, env);
  const image = surroundingsOf(env).image(source, alternativeText, attribute(token, 'title'));
  return (image ?? html`<a href="${source}" rel="nofollow noopener">${alternativeText || source}</a>`).source;
};

markdown.renderer.rules.link_open = (tokens, index, options, env, renderer) => {
  const token = tokens[index];
  const target = surroundingsOf(env).address.resolve(attribute(token, 'href'));
  // The site does not vouch for where its works link to.
  if (target && !surroundingsOf(env).address.isOwn(target)) token?.attrSet('rel', 'nofollow noopener');
  return renderer.renderToken(tokens, index, options);
};

// Wide tables and long lines of code scroll inside their own box, which the keyboard must reach.
markdown.renderer.rules.table_open = () => '<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';
markdown.renderer.rules.fence = (tokens, index) =>
  html`<pre class="scroll" tabindex="0"><code>${tokens[index]?.content}</code></pre>`.source + '\n';
markdown.renderer.rules.code_block = markdown.renderer.rules.fence;

/**
 * Puts the headings of a text below the page's own, without a gap: a text that starts with `###`
 * gets an h2 there, one that goes on with `#####` an h3.
 */
const nestHeadings = (tokens: Token[]): void => {
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const level = Number(token.tag.slice(1));
    while ((open.at(-1) ?? 0) >= level) open.pop();
    open.push(level);
    const tag = `h${Math.min(HEADING_OF_THE_PAGE + open.length, DEEPEST_HEADING)}`;
    token.tag = tag;
    // A heading is always three tokens: opening, text, closing.
    const close = tokens[index + 2];
    if (close) close.tag = tag;
  }
};

const plainText = (tokens: Token[], env: Env): string =>
  tokens
    .filter((token, index) => token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open')
    .map((token) => markdown.renderer.renderInlineAsText(token.children ?? [], markdown.options, env))
    .join(' ');

/** Renders the Markdown of a work. Raw HTML in it is shown as text. */
export const renderText = (source: string, surroundings: TextSurroundings): RenderedText => {
  const env: Env = { surroundings };
  const tokens = markdown.parse(source, env);
  nestHeadings(tokens);
  return {
    html: new Html(markdown.renderer.render(tokens, markdown.options, env)),
    plain: plainText(tokens, env),
  };
};
