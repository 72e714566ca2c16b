import type { IncomingMessage } from 'node:http';

/** The announced length of a body in bytes, if there is one. Koa's `request.length` is a 32-bit number. */
export const announcedLength = ({ headers }: Pick<IncomingMessage, 'headers'>) =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
