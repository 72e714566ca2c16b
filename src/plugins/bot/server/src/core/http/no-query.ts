import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';
import { z } from 'zod';

import { createQueryParser } from '../protocol/query-parameters';

/** Route middleware of endpoints that know no query parameters. Error: `invalid-request`, naming each. */
const noQuery: Core.MiddlewareFactory = () => {
  const parse = createQueryParser(z.strictObject({}));
  const middleware: Middleware = (ctx, next) => {
    parse(ctx.querystring);
    return next();
  };
  return middleware;
};

export default noQuery;
