import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

const ORIGIN = 'Access-Control-Allow-Origin';

/**
 * Strapi tells a page of an origin that may not read an answer so by an empty header, which is none
 * of those that the standard knows. Without the header a browser does the same.
 * https://fetch.spec.whatwg.org/#http-access-control-allow-origin
 */
const noEmptyOrigin: Core.MiddlewareFactory = () => {
  const middleware: Middleware = async (ctx, next) => {
    await next();
    if (ctx.response.get(ORIGIN) === '') {
      ctx.remove(ORIGIN);
      ctx.remove('Access-Control-Allow-Credentials');
    }
  };
  return middleware;
};

export default noEmptyOrigin;
