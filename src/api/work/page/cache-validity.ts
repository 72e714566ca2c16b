import type { Context } from 'koa';

import type { Validator } from '../services/revision';

const conditions = new WeakMap<Context['req'], Validator>();

/** Allows the answer to this request to be cached while `isValid` resolves to true; undefined forbids caching. */
export const setCacheValidity = ({ req }: Context, isValid: Validator | undefined): void => {
  if (isValid === undefined) conditions.delete(req);
  else conditions.set(req, isValid);
};

/** Condition under which the answer to this request may be reused; undefined if it must not be cached. */
export const cacheValidity = ({ req }: Context): Validator | undefined => conditions.get(req);
