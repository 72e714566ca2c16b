import type { IncomingMessage } from 'node:http';

/**
 * The length of the body that a request announces, in bytes; undefined if it announces none.
 * Koa's `request.length` is a 32-bit number, in which 3 GB are less than nothing. That there are
 * digits only, Node has seen to.
 */
export const announcedLength = ({ headers }: Pick<IncomingMessage, 'headers'>) =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
