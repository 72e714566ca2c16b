import type { Context } from 'koa';

/**
 * Whether the client has what is about to be answered (RFC 9110, section 13.1). `Cache-Control:
 * no-cache` is said to caches, not to the origin; Koa's `fresh` heeds it, and Node's `fetch` sends it with
 * each `If-None-Match`.
 */
export const isUnchanged = ({ request }: Context): boolean => {
  const { 'cache-control': _toCaches, ...header } = request.header;
  if (!('if-none-match' in header || 'if-modified-since' in header)) return false;
  return (Object.create(request, { header: { value: header } }) as typeof request).fresh;
};
