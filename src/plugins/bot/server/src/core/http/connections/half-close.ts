import type { Duplex } from 'node:stream';
import type { Middleware } from 'koa';

/** Milliseconds that a client may continue to send data that is discarded. */
export const HALF_CLOSE_MILLISECONDS = 10_000;

/**
 * Sends `text`, then reads and discards incoming data for at most ten seconds, and closes the connection. Closing at
 * once would reset the connection if the client still writes, and the client would not get the text.
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
 * Discards the rest of a request body after an early answer such as 401 or 413, and closes the connection if the rest
 * takes more than ten seconds. Node would read the whole body, or close the connection at once. Closing at once loses
 * the answer if the client still writes.
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
