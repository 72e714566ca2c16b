import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { createQueryParser } from '../protocol/query-parameters';

/** Route middleware of endpoints that know no query parameters. Error: `invalid-request`, naming each. */
const noQuery: Core.MiddlewareFactory = () => {
  const parse = createQueryParser({});
  const middleware: Middleware = (ctx, next) => {
    parse(ctx.querystring);
    return next();
  };
  return middleware;
};

export default noQuery;
