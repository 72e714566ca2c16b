import path from 'node:path';

import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { isShownInSandbox } from '@fleet-bot/media';

import { attachmentNamed, createDownloadNames } from './download-name';

const UPLOADS = /^\/uploads\//i;
/** Matches every path that may lead to `/uploads`, in any encoding. */
const POSSIBLE = /uploads|%/i;

/** Decodes and normalizes the path of a request; undefined for an invalid path. */
export const plainPath = (requested: string): string | undefined => {
  try {
    return path.posix.normalize(decodeURIComponent(requested));
  } catch {
    return undefined;
  }
};

/**
 * Sends headers with stored files so that no file can run code in the site's origin: browsers do not guess types,
 * an opened document has an origin of its own, and types that browsers should not show are downloaded under their
 * own names.
 */
export const serveStoredFilesSafely = (strapi: Core.Strapi): Middleware => {
  const findName = createDownloadNames(strapi);
  const serveSafely: Middleware = async (ctx, next) => {
    await next();
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    // A 304 has no type and cannot change headers that the client has stored.
    if (ctx.status !== 304 && !isShownInSandbox(ctx.response.type)) {
      const stored = path.posix.basename(ctx.path);
      const name = ctx.status < 300 ? await findName(stored) : stored;
      ctx.set('Content-Disposition', attachmentNamed(name));
    }
  };
  // Strapi's public folder contains the uploads too, and serves them under other encodings of the path.
  const isStored = (path: string): boolean =>
    POSSIBLE.test(path) && UPLOADS.test(plainPath(path) ?? '');
  return (ctx, next) => (isStored(ctx.path) ? serveSafely(ctx, next) : next());
};
