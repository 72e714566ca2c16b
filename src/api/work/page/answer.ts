import { createHash } from 'node:crypto';

import type { Context } from 'koa';

import { styleHash } from './views/style';

const policyFor = (fileOrigins: readonly string[]): string => {
  const media = ["'self'", ...fileOrigins].join(' ');
  return [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    `img-src ${media}`,
    `media-src ${media}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};

/** Seconds after which a page that cannot be shown is worth another try. */
const RETRY_AFTER = 5;

/**
 * Answers with a whole HTML document, or with 304 if the reader has this very page already.
 *
 * There is an ETag of the content and no Last-Modified: what a page shows changes without the
 * work's own dates moving (an alternative text, a file that is gone, the name of the site).
 */
export const answerPage = (
  ctx: Context,
  status: 200 | 404 | 503,
  page: string,
  fileOrigins: readonly string[]
): void => {
  ctx.status = status;
  ctx.set({
    'Content-Security-Policy': policyFor(fileOrigins),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    // Kept, but asked about each time: a work that was taken down is gone at once.
    'Cache-Control': status === 503 ? 'no-store' : 'public, max-age=0, must-revalidate',
    ...(status === 503 && { 'Retry-After': String(RETRY_AFTER) }),
  });
  ctx.type = 'html';
  if (status === 200) {
    ctx.etag = createHash('sha256').update(page).digest('base64url');
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
  }
  ctx.body = page;
};
