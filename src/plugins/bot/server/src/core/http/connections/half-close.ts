import type { Duplex } from 'node:stream';

/** How long a client may go on sending what is not read any more. */
export const HALF_CLOSE_MILLISECONDS = 10_000;

/**
 * Ends a connection with a last word. Closing at once would reset it while the client still
 * writes, and the word would be lost with it: what still comes is read, unseen, for a while.
 */
export const endWith = (socket: Duplex, text: string): void => {
  const timer = setTimeout(() => socket.destroy(), HALF_CLOSE_MILLISECONDS).unref();
  socket.once('close', () => clearTimeout(timer));
  // The client may reset it all the same.
  socket.on('error', () => socket.destroy());
  socket.end(text);
  socket.resume();
};
