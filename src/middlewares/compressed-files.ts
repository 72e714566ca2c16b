import { buffer } from 'node:stream/consumers';

import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';

/** Matches the paths of files in text formats. All other formats are already compressed. */
const TEXTS = /\.(?:svg|csv|vtt|txt|md|json|xml)$/i;
/** Largest file, in bytes, that is compressed in memory. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Reads a file from the disk for compression, unless the client disconnects meanwhile. */
const readFile = async (ctx: Context): Promise<void> => {
  try {
    ctx.body = await buffer(ctx.body as NodeJS.ReadableStream);
  } catch (error) {
    if (!ctx.res.closed) throw error;
    ctx.respond = false;
  }
};

/** Middleware that compresses stored text files, which a site with a local disk serves itself. */
export default ((_config, { strapi }) => {
  const compressed = strapi.middleware('global::compressed')({}, { strapi }) as Middleware;
  const middleware: Middleware = (ctx, next) => {
    const isText = ctx.path.startsWith('/uploads/') && TEXTS.test(ctx.path);
    if (!isText || ctx.method !== 'GET' || ctx.get('Range')) return next();
    return compressed(ctx, async () => {
      await next();
      if (ctx.status !== 200 || ctx.length === undefined || ctx.length > MOST_BYTES) return;
      if (!Buffer.isBuffer(ctx.body)) await readFile(ctx);
    });
  };
  return middleware;
}) satisfies Core.MiddlewareFactory;
