import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';

/** Whether the client closed the connection before the answer was complete. */
const isGone = ({ res }: Context): boolean => res.closed && !res.writableFinished;

/**
 * Middleware that keeps aborted downloads out of the error log. When the connection closes, reading the file for
 * compression fails, but no client is left to answer.
 */
const stoppedDownloads: Core.MiddlewareFactory = () => {
  const middleware: Middleware = async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!isGone(ctx)) throw error;
      ctx.respond = false;
    }
  };
  return middleware;
};

export default stoppedDownloads;
