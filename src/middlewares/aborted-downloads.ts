import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';

/** Whether the client closed the connection before the answer was complete. */
const isAborted = ({ res }: Context): boolean => res.closed && !res.writableFinished;

/**
 * Middleware that keeps aborted downloads out of the error log. When the connection closes, reading the file for
 * compression fails, but no client is left to answer.
 */
export default (() => {
  const middleware: Middleware = async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!isAborted(ctx)) throw error;
      ctx.respond = false;
    }
  };
  return middleware;
}) satisfies Core.MiddlewareFactory;
