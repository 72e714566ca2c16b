import type { Context } from 'koa';

import type { Validity } from '../services/revision';

const validities = new WeakMap<Context['req'], Validity>();

/** Allows the answer to this request to be cached while `validity` holds; undefined forbids caching. */
export const setCacheValidity = ({ req }: Context, validity: Validity | undefined): void => {
  if (validity === undefined) validities.delete(req);
  else validities.set(req, validity);
};

/** Condition under which the answer to this request may be reused; undefined if it must not be cached. */
export const cacheValidity = ({ req }: Context): Validity | undefined => validities.get(req);

/**
 * Whether the reader already has this answer. Ignores `Cache-Control: no-cache`, which is meant for caches, not for the
 * origin server. Koa's `fresh` obeys it, and feed readers that use Node's `fetch` send it.
 */
export const isUnchanged = ({ request }: Context): boolean => {
  const { 'cache-control': _toCaches, ...header } = request.header;
  return (Object.create(request, { header: { value: header } }) as typeof request).fresh;
};
