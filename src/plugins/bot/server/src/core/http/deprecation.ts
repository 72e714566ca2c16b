import type { Middleware } from 'koa';

import { deprecationHeaders, type Deprecation } from '../protocol/headers/deprecation';

interface MatchedRoute {
  config?: { deprecation?: Deprecation };
}

/** Tells in each answer of a route, errors too, that it is to go, if its `config.deprecation` says so. */
export const createDeprecationNotice = (): Middleware => async (ctx, next) => {
  await next();
  const { config } = (ctx.state.route ?? {}) as MatchedRoute;
  if (config?.deprecation !== undefined) {
    for (const [name, value] of Object.entries(deprecationHeaders(config.deprecation))) {
      // A list has a Link of its own.
      ctx.append(name, value);
    }
  }
};
