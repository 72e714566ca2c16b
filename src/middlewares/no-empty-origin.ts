import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

const ORIGIN = 'Access-Control-Allow-Origin';

/**
 * Middleware that removes the empty CORS header which Strapi sends to a rejected origin. The standard does not allow an
 * empty value; browsers reject the answer without the header too.
 * https://fetch.spec.whatwg.org/#http-access-control-allow-origin
 */
export default (() => {
  const middleware: Middleware = async (ctx, next) => {
    await next();
    if (ctx.response.get(ORIGIN) === '') {
      ctx.remove(ORIGIN);
      ctx.remove('Access-Control-Allow-Credentials');
    }
  };
  return middleware;
}) satisfies Core.MiddlewareFactory;
