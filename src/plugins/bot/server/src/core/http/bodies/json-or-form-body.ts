import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import jsonBody, { JSON_TYPE } from './json-body';
import multipartBody from './multipart-body';

/** Route middleware: reads a JSON body as `json-body.ts` does, and any other as `multipart-body.ts`. */
const jsonOrFormBody: Core.MiddlewareFactory = (config, context) => {
  const readJson = jsonBody(config, context) as Middleware;
  const readForm = multipartBody(config, context) as Middleware;

  const middleware: Middleware = (ctx, next) =>
    ctx.is(JSON_TYPE) ? readJson(ctx, next) : readForm(ctx, next);
  return middleware;
};

export default jsonOrFormBody;
