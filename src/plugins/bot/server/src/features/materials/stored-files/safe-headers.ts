import path from 'node:path';

import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { isShownInSandbox } from '@fleet-bot/media';

import { attachmentNamed, findDownloadName } from './download-name';

const UPLOADS = /^\/uploads\//i;
/** What a path has that may be one of these, in whatever spelling. */
const POSSIBLE = /uploads|%/i;

/** The path of a request in its plainest spelling; undefined for what is no path at all. */
export const plainPath = (requested: string): string | undefined => {
  try {
    return path.posix.normalize(decodeURIComponent(requested));
  } catch {
    return undefined;
  }
};

/**
 * Serves stored files so that nothing in them can run in the site's origin, whoever uploaded
 * them: no type is guessed, a document that is opened has an origin of its own, and what
 * browsers have no business to show in place is downloaded, under its own name.
 */
export const serveStoredFilesSafely = (strapi: Core.Strapi): Middleware => {
  const serveSafely: Middleware = async (ctx, next) => {
    await next();
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    // An answer that the reader has it already says nothing of the type, nor takes anything back.
    if (ctx.status !== 304 && !isShownInSandbox(ctx.response.type)) {
      const stored = path.posix.basename(ctx.path);
      const name = ctx.status < 300 ? await findDownloadName(strapi, stored) : stored;
      ctx.set('Content-Disposition', attachmentNamed(name));
    }
  };
  // Strapi's public folder holds the uploads too, and finds them by other spellings of a path.
  const isStored = (path: string): boolean =>
    POSSIBLE.test(path) && UPLOADS.test(plainPath(path) ?? '');
  return (ctx, next) => (isStored(ctx.path) ? serveSafely(ctx, next) : next());
};
