import { createHash } from 'node:crypto';

import type { Context } from 'koa';

import { draftScriptHash } from './views/draft';
import type { Page } from './views/layout';
import { styleHash } from './views/style';

/** From where a page may load what, and who may show it in a frame. */
export interface PageOrigins {
  /** Besides the site's own, those that stored files are loaded from. */
  files: readonly string[];
  /** That of the panel, which previews works. */
  panel: string;
}

/** What the site says of its pages to browsers and caches. */
export interface PageRules extends PageOrigins {
  /** How long a page may be shown while a cache asks for a new one, in seconds; 0 for never. */
  staleSeconds: number;
}

const hashOf = (style: string): string =>
  `sha256-${createHash('sha256').update(style).digest('base64')}`;

const policyFor = (
  { files, panel }: PageOrigins,
  { style, hasForm }: Page,
  scriptHash?: string
): string => {
  const media = ["'self'", ...files].join(' ');
  return [
    "default-src 'none'",
    `style-src '${styleHash}'${style && ` '${hashOf(style)}'`}`,
    ...(scriptHash === undefined ? [] : [`script-src '${scriptHash}'`]),
    // No script of the page could make use of it; Lighthouse asks for robots.txt by it.
    "connect-src 'self'",
    // A style of the page's own shows pictures that stand in it.
    `img-src ${media}${style && ' data:'}`,
    `media-src ${media}`,
    "font-src 'self'",
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    `frame-ancestors 'self' ${panel}`,
  ].join('; ');
};

/** Seconds after which a page that cannot be shown is worth another try. */
const RETRY_AFTER = 5;

/**
 * Kept by browsers, but asked about each time, and by shared caches for a second: it takes the load of many readers
 * at once off the site. Zero seconds have to be said, or Varnish shows a page for ten seconds more.
 */
const keptFor = (staleSeconds: number): string =>
  `public, max-age=0, s-maxage=1, stale-while-revalidate=${staleSeconds}`;
const ASKED_ABOUT = keptFor(0);

const sendPage = (
  ctx: Context,
  status: number,
  { html }: Page,
  headers: Record<string, string>
): void => {
  ctx.status = status;
  ctx.set(headers);
  // The policy says who may show it in a frame, which this older header cannot.
  ctx.remove('X-Frame-Options');
  ctx.type = 'html';
  ctx.body = html;
};

const cachingOf = (status: number, { staleSeconds }: PageRules): string => {
  if (status === 503 || status === 429) return 'no-store';
  // What is not there, or not any more, is never shown for longer.
  return status === 200 ? keptFor(staleSeconds) : ASKED_ABOUT;
};

/** By which the middleware `compressed` leaves out what the reader has already. */
const mark = (ctx: Context, content: string): void => {
  ctx.etag = createHash('sha256').update(content).digest('base64url');
};

/**
 * Answers with a whole HTML document, or with 304 if the reader has this very page already.
 *
 * There is an ETag of the content and no Last-Modified: what a page shows changes without the
 * work's own dates moving (an alternative text, a file that is gone, the name of the site).
 */
export const answerPage = (
  ctx: Context,
  status: 200 | 404 | 410 | 429 | 503,
  page: Page,
  rules: PageRules
): void => {
  sendPage(ctx, status, page, {
    'Content-Security-Policy': policyFor(rules, page),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cache-Control': cachingOf(status, rules),
    ...(status === 503 && { 'Retry-After': String(RETRY_AFTER) }),
  });
  if (status === 200) {
    mark(ctx, page.html);
  }
};

/** Answers with the page of a draft: kept nowhere, found by no search, its address told to nobody. */
export const answerDraft = (ctx: Context, page: Page, origins: PageOrigins): void =>
  sendPage(ctx, 200, page, {
    'Content-Security-Policy': policyFor(origins, page, draftScriptHash),
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex, nofollow',
  });

/** Answers with a text that is no page: a feed, a map, Markdown. @param type without a charset */
export const answerText = (ctx: Context, type: string, content: string): void => {
  ctx.status = 200;
  ctx.set({
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': ASKED_ABOUT,
  });
  ctx.type = `${type}; charset=utf-8`;
  ctx.body = content;
  mark(ctx, content);
};

/** Leads readers on for good; asked about again, as another work may take the address. */
export const answerMoved = (ctx: Context, address: string): void => {
  ctx.status = 301;
  ctx.set('Cache-Control', ASKED_ABOUT);
  ctx.redirect(`${address}${ctx.search}`);
};
