import type { Context } from 'koa';

/**
 * Whether the reader has what is about to be answered. `Cache-Control: no-cache` is said to caches,
 * not to the origin; Koa's `fresh` heeds it, and readers of feeds that use Node's `fetch` send it.
 */
export const isUnchanged = ({ request }: Context): boolean => {
  const { 'cache-control': _toCaches, ...header } = request.header;
  return (Object.create(request, { header: { value: header } }) as typeof request).fresh;
};
