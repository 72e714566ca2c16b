import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { getTokenService } from './token';

/**
 * Lets only the fleet bot through (interface document, section 5). It runs before the route's
 * middlewares, so before a byte of the body is read.
 */
const botToken = (
  ctx: Pick<Context, 'request'>,
  _config: unknown,
  { strapi }: { strapi: Core.Strapi }
): void => {
  getTokenService(strapi).check(ctx.request.headers.authorization);
};

export default botToken;
