import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Middleware } from 'koa';

import { hasLink } from '../first-administrator/link';

/** Middleware that requires the secret link for the registration of the first administrator. */
export default ((_config, { strapi }) => {
  const middleware: Middleware = (ctx, next) => {
    if (hasLink(strapi, ctx)) return next();
    // Strapi shows the message of no other error with status 403.
    throw new errors.PolicyError(
      'The first administrator must register with the link that the start message shows'
    );
  };
  return middleware;
}) satisfies Core.MiddlewareFactory;
