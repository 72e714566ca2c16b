import { createHash } from 'node:crypto';

import type { Context } from 'koa';

import { draftScriptHash } from './views/draft';
import type { Page } from './views/layout';
import { styleHash } from './views/style';

/** Origins for the Content-Security-Policy of a page. */
export interface PageOrigins {
  /** Origins of stored files, besides the site's own. */
  files: readonly string[];
  /** Origin of the panel, which shows previews in a frame. */
  panel: string;
}

/** Settings for the HTTP headers with which a page is sent: security policy and caching. */
export interface PageRules extends PageOrigins {
  /** Seconds for which a cache may show a stale page while it fetches a new one; 0 for never. */
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
    // No page has a script that could use this permission; Lighthouse needs it to fetch robots.txt.
    "connect-src 'self'",
    // Styles of a page contain placeholder pictures as data URLs.
    `img-src ${media}${style && ' data:'}`,
    `media-src ${media}`,
    "font-src 'self'",
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    `frame-ancestors 'self' ${panel}`,
  ].join('; ');
};

/** Value of `Retry-After` in seconds for a page that is temporarily unavailable. */
const RETRY_AFTER = 5;

/**
 * Cache-Control value: browsers revalidate each time, and shared caches keep a page for one second, which absorbs many
 * simultaneous readers. Zero must be explicit, because Varnish otherwise shows a page for ten more seconds.
 */
const cacheControlFor = (staleSeconds: number): string =>
  `public, max-age=0, s-maxage=1, stale-while-revalidate=${staleSeconds}`;
const REVALIDATED = cacheControlFor(0);

const sendPage = (
  ctx: Context,
  status: number,
  { html }: Page,
  headers: Record<string, string>
): void => {
  ctx.status = status;
  ctx.set(headers);
  // The Content-Security-Policy has the rule for frames, which this older header cannot express.
  ctx.remove('X-Frame-Options');
  ctx.type = 'html';
  ctx.body = html;
};

const cachingOf = (status: number, { staleSeconds }: PageRules): string => {
  if (status === 503 || status === 429) return 'no-store';
  // Missing pages are never shown while stale.
  return status === 200 ? cacheControlFor(staleSeconds) : REVALIDATED;
};

/** Sets the ETag that the middleware `compressed` compares for a 304. */
const setETag = (ctx: Context, content: string): void => {
  ctx.etag = createHash('sha256').update(content).digest('base64url');
};

/**
 * Answers with a full HTML document, or with 304 if the reader already has this version.
 *
 * Has an ETag and no Last-Modified, because a page also changes without the work's own dates: an alternative text, a
 * deleted file, the site's name.
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
    setETag(ctx, page.html);
  }
};

/** Answers with the page of a draft: not cached, not indexed, and its URL is not sent as a referrer. */
export const answerDraft = (ctx: Context, page: Page, origins: PageOrigins): void =>
  sendPage(ctx, 200, page, {
    'Content-Security-Policy': policyFor(origins, page, draftScriptHash),
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex, nofollow',
  });

/** Answers with a text that is not a page: a feed, a sitemap, Markdown. @param type media type without a charset */
export const answerText = (ctx: Context, type: string, content: string): void => {
  ctx.status = 200;
  ctx.set({
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': REVALIDATED,
  });
  ctx.type = `${type}; charset=utf-8`;
  ctx.body = content;
  setETag(ctx, content);
};

/**
 * Redirects permanently. Caches must revalidate the redirect each time, because another work may take the address
 * later.
 */
export const answerMoved = (ctx: Context, address: string): void => {
  ctx.status = 301;
  ctx.set('Cache-Control', REVALIDATED);
  ctx.redirect(`${address}${ctx.search}`);
};
