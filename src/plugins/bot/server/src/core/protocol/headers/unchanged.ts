import type { Context } from 'koa';

/**
 * Whether the client already has the current answer (RFC 9110, section 13.1). Ignores `Cache-Control: no-cache`, which
 * addresses caches and which Node's `fetch` sends with `If-None-Match`; Koa's `fresh` would respect it.
 */
export const isUnchanged = ({ request }: Context): boolean => {
  const { 'cache-control': _toCaches, ...header } = request.header;
  if (!('if-none-match' in header || 'if-modified-since' in header)) return false;
  return (Object.create(request, { header: { value: header } }) as typeof request).fresh;
};
