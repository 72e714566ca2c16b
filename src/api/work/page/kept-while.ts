import type { Context } from 'koa';

import type { IsStill } from '../services/revision';

const conditions = new WeakMap<Context['req'], IsStill>();

/** Allows the answer to this request to be cached while `isStill` resolves to true; undefined forbids caching. */
export const keepWhile = ({ req }: Context, isStill: IsStill | undefined): void => {
  if (isStill === undefined) conditions.delete(req);
  else conditions.set(req, isStill);
};

/** Condition under which the answer to this request may be reused; undefined if it must not be cached. */
export const keptWhile = ({ req }: Context): IsStill | undefined => conditions.get(req);
