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
 * Whether the answer is the version that the reader has cached. Ignores `Cache-Control: no-cache`, which Node's `fetch`
 * sends and Koa obeys.
 */
const isUnchanged = ({ request }: Context): boolean => {
  const { 'if-none-match': tags, 'if-modified-since': since } = request.header;
  if (tags === undefined && since === undefined) return false;
  const header = { 'if-none-match': tags, 'if-modified-since': since };
  return (Object.create(request, { header: { value: header } }) as typeof request).fresh;
};

/** Turns the answer into 304 if the reader has cached this version. */
export const omitUnchanged = (ctx: Context): void => {
  if (ctx.status !== 200 || !isUnchanged(ctx)) return;
  ctx.status = 304;
  ctx.remove('Content-Encoding');
};
