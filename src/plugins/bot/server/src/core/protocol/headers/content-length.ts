import type { IncomingMessage } from 'node:http';

/** The `Content-Length` of a request in bytes, if present. Koa's `request.length` is limited to 32 bits. */
export const announcedLength = ({ headers }: Pick<IncomingMessage, 'headers'>) =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
