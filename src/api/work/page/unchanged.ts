import type { Context } from 'koa';

/**
 * Whether the reader already has this answer. Ignores `Cache-Control: no-cache`, which is meant for caches, not for the
 * origin server. Koa's `fresh` obeys it, and feed readers that use Node's `fetch` send it.
 */
export const isUnchanged = ({ request }: Context): boolean => {
  const { 'cache-control': _toCaches, ...header } = request.header;
  return (Object.create(request, { header: { value: header } }) as typeof request).fresh;
};
