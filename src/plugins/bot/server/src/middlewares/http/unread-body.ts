import type { Middleware } from 'koa';

/** How long a client may go on sending a body that was answered without being read. */
const LINGER_MILLISECONDS = 10_000;

/**
 * Deals with what is left of a body after an early answer, such as 401 or 413. Closing at once
 * would reset the connection while the client still writes, and the answer would be lost with
 * it. So the rest is thrown away unseen, for a while, and then the connection ends.
 */
export const createUnreadBody = (): Middleware => async (ctx, next) => {
  const { req, res } = ctx;
  const isToBeKept = res.shouldKeepAlive;
  const finish = () => {
    if (!isToBeKept) {
      req.socket.end();
    }
  };

  res.once('finish', () => {
    if (req.destroyed) {
      return;
    }
    if (req.complete) {
      finish();
      return;
    }
    req.resume();
    const timer = setTimeout(() => req.destroy(), LINGER_MILLISECONDS).unref();
    req.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
    req.once('end', finish);
  });
  try {
    await next();
  } finally {
    if (!req.complete && ctx.status !== 408) {
      // Node would close a connection that is not to be kept as soon as it has answered, which
      // is right for a sender that has stalled only.
      ctx.set('Connection', 'keep-alive');
    }
  }
};
