import type { Context } from 'koa';

import type { IsStill } from '../services/revision';

const conditions = new WeakMap<Context['req'], IsStill>();

/** Lets the answer to this request be given to others too, each time after `isStill` was asked; undefined forbids it. */
export const keepWhile = ({ req }: Context, isStill: IsStill | undefined): void => {
  if (isStill === undefined) conditions.delete(req);
  else conditions.set(req, isStill);
};

/** On what condition the answer to this request may be given to others; undefined for never. */
export const keptWhile = ({ req }: Context): IsStill | undefined => conditions.get(req);
