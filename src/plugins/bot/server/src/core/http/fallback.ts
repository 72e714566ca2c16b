import type { Context } from 'koa';

import { protocolError } from '../protocol/errors';

/** Answers what no endpoint takes. */
const createFallbackController = () => ({
  /** 405 with `Allow` on the path of an endpoint, 404 on any other. */
  refuse(ctx: Context): never {
    const allow: string[] = ctx.state.route.config.allow;
    if (allow.length === 0) {
      throw protocolError('route-not-found');
    }
    throw protocolError('method-not-allowed', { headers: { Allow: allow.join(', ') } });
  },
});

export default createFallbackController;
