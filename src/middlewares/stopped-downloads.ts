import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';

/** Whether the reader has closed the connection before the whole answer was sent. */
const isGone = ({ res }: Context): boolean => res.closed && !res.writableFinished;

/**
 * Keeps downloads that a reader stops out of the error log. A file that is read for compression ends with its connection,
 * and what waits for it fails; there is nobody left to answer.
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
