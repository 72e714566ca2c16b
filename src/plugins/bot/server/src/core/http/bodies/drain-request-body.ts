import type { Middleware } from 'koa';

import { endWith, HALF_CLOSE_MILLISECONDS } from '../connections/half-close';

/**
 * Discards the rest of a body for some time after an early answer such as 401 or 413, then closes the connection. Node
 * would read the whole body, or close at once; that resets the connection while the client still writes and loses the
 * answer.
 */
export const drainRequestBody: Middleware = async (ctx, next) => {
  const { req, res } = ctx;
  res.once('finish', () => {
    if (req.complete || req.destroyed) {
      return;
    }
    req.resume();
    const timer = setTimeout(() => req.destroy(), HALF_CLOSE_MILLISECONDS).unref();
    req.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
  });
  try {
    await next();
  } finally {
    if (!req.complete) {
      // Node calls this function after the answer if it does not keep the connection.
      req.socket.destroySoon = () => endWith(req.socket, '');
    }
  }
};
