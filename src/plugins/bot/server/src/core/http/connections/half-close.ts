import type { Duplex } from 'node:stream';
import type { Middleware } from 'koa';

/** Milliseconds that a client may continue to send data that is discarded. */
export const HALF_CLOSE_MILLISECONDS = 10_000;

/**
 * Sends `text` and closes the connection. Reads and discards incoming data for some time before: closing at once would
 * reset the connection if the client still writes, and the client would not get the text.
 */
export const endWith = (socket: Duplex, text: string): void => {
  const timer = setTimeout(() => socket.destroy(), HALF_CLOSE_MILLISECONDS).unref();
  socket.once('close', () => clearTimeout(timer));
  // The client may still reset the connection, which emits this error.
  socket.on('error', () => socket.destroy());
  socket.end(text);
  socket.resume();
};

/**
 * Discards the rest of a body for some time after an early answer such as 401 or 413, then closes the connection. Node
 * would read the whole body, or close at once; that resets the connection while the client still writes and loses the
 * answer.
 */
export const drainRequestBody: Middleware = async (ctx, next) => {
  const { req, res } = ctx;
  res.once('finish', () => {
    if (req.complete || req.destroyed) return;
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
