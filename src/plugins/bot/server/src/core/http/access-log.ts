import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

/**
 * Logs each request under the protocol's path: method, path, status, milliseconds, request id.
 * Never the query string or a header, so a token that was sent in the wrong place stays out.
 */
export const createAccessLog =
  (strapi: Core.Strapi): Middleware =>
  async (ctx, next) => {
    // A line is formatted before its level is looked at.
    if (!strapi.log.isLevelEnabled('http')) {
      return next();
    }
    const start = performance.now();
    await next();
    const milliseconds = Math.round(performance.now() - start);
    strapi.log.http(
      `${ctx.method} ${ctx.path} ${ctx.status} (${milliseconds} ms) ${ctx.state.requestId}`
    );
  };
