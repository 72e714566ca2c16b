import type { Middleware } from 'koa';

/** How long a client may go on sending a body that was answered without being read. */
const LINGER_MILLISECONDS = 10_000;

/**
 * Deals with what is left of a body after an early answer, such as 401 or 413. Closing at once
 * would reset the connection while the client still writes, and the answer would be lost with
 * it. So the rest is thrown away unseen, for a while, and then the connection ends.
 */
export const createUnreadBody = (): Middleware => async (ctx, next) => {
  ctx.res.once('finish', () => {
    const { req } = ctx;
    if (req.complete || req.destroyed) {
      return;
    }
    req.resume();
    const timer = setTimeout(() => req.destroy(), LINGER_MILLISECONDS).unref();
    req.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
  });
  await next();
};
