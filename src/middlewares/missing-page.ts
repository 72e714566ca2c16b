import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { createResponder } from '../api/work/page/respond';

/** Middleware that answers browsers with an HTML page for an unknown address. API clients get Strapi's JSON. */
export default ((_config, { strapi }) => {
  const { respond } = createResponder(strapi);
  const compressed = strapi.middleware('global::compressed')({}, { strapi }) as Middleware;
  const api = strapi.config.get<string>('api.rest.prefix', '/api');
  const isApiPath = (path: string): boolean => path === api || path.startsWith(`${api}/`);

  const answerMissing: Middleware = async (ctx, next) => {
    await next();
    const isUnanswered = ctx.status === 404 && ctx.body === undefined;
    if (isUnanswered && ctx.accepts('html', 'json') === 'html') {
      await compressed(ctx, () =>
        respond(
          ctx,
          async () => null,
          () => undefined
        )
      );
    }
  };
  const middleware: Middleware = (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    return isRead && !isApiPath(ctx.path) ? answerMissing(ctx, next) : next();
  };
  return middleware;
}) satisfies Core.MiddlewareFactory;
