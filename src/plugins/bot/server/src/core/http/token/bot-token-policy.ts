import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { getSwitchesService } from '../switches/switches';

import { getTokenService } from './token';

/**
 * Lets only the fleet bot through (interface document, section 5). It runs before the route's
 * middlewares, so before a byte of the body is read; a bot that an administrator has paused is told so.
 */
const botToken = (
  ctx: Pick<Context, 'request'>,
  _config: unknown,
  { strapi }: { strapi: Core.Strapi }
): void => {
  getTokenService(strapi).check(ctx.request.headers.authorization);
  getSwitchesService(strapi).assertNotPaused();
};

export default botToken;
