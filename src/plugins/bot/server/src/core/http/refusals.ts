import type { Context, Middleware } from 'koa';
import { z } from 'zod';

import { protocolError } from '../protocol/errors';
import { createQueryParser } from '../protocol/query-parameters';

export const createFallbackController = () => ({
  /** Answers 405 with `Allow` for the path of an endpoint, and 404 for any other path. */
  refuse(ctx: Context): never {
    const allow: string[] = ctx.state.route.config.allow;
    throw allow.length === 0
      ? protocolError('route-not-found')
      : protocolError('method-not-allowed', { headers: { Allow: allow.join(', ') } });
  },
});

/** Route middleware for endpoints without query parameters. Error: `invalid-request`, naming each parameter. */
export const noQuery = (): Middleware => {
  const parse = createQueryParser(z.strictObject({}));
  return (ctx, next) => {
    if (ctx.querystring !== '') parse(ctx.querystring);
    return next();
  };
};
