import type { Duplex } from 'node:stream';

/** Milliseconds that a client may continue to send data that is discarded. */
export const HALF_CLOSE_MILLISECONDS = 10_000;

/**
 * Closes a connection after sending `text`. Discards incoming data for some time, because closing at once would reset
 * the connection while the client writes and lose the text.
 */
export const endWith = (socket: Duplex, text: string): void => {
  const timer = setTimeout(() => socket.destroy(), HALF_CLOSE_MILLISECONDS).unref();
  socket.once('close', () => clearTimeout(timer));
  // The client may still reset the connection, which emits this error.
  socket.on('error', () => socket.destroy());
  socket.end(text);
  socket.resume();
};
