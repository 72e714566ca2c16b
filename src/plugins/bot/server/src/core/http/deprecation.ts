import type { Deprecation } from '@fleet-bot/protocol';
import type { Middleware } from 'koa';

/** The headers that tell of it: RFC 9745 (`Deprecation`, the relation), RFC 8594 (`Sunset`). */
const deprecationHeaders = ({ since, sunset, link }: Deprecation): Record<string, string> => ({
  // A date of RFC 9651, section 3.3.7.
  Deprecation: `@${Math.floor(since.getTime() / 1000)}`,
  ...(sunset && { Sunset: sunset.toUTCString() }),
  ...(link !== undefined && { Link: `<${link}>; rel="deprecation"` }),
});

interface MatchedRoute {
  config?: { deprecation?: Deprecation };
}

/** Tells in each answer of a route, errors too, that it is to go, if its operation says so. */
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
