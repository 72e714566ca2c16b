import type { Middleware } from 'koa';

import { endWith, LINGER_MILLISECONDS } from '../connections/half-close';

/**
 * Deals with what is left of a body after an early answer, such as 401 or 413. Node would read it
 * to its end, however long that is; and a connection that is not to be kept it would close as soon
 * as it has answered, which resets it while the client still writes, so that the answer is lost.
 * Here the rest is thrown away unseen, for a while, and then the connection ends.
 */
export const drainRequestBody: Middleware = async (ctx, next) => {
  const { req, res } = ctx;
  res.once('finish', () => {
    if (req.complete || req.destroyed) {
      return;
    }
    req.resume();
    const timer = setTimeout(() => req.destroy(), LINGER_MILLISECONDS).unref();
    req.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
  });
  try {
    await next();
  } finally {
    if (!req.complete) {
      // What Node calls when it has answered and does not keep the connection.
      req.socket.destroySoon = () => endWith(req.socket, '');
    }
  }
};
