import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Middleware } from 'koa';

import { hasLink } from '../first-administrator/link';

/** Guards the registration of the first administrator, which Strapi offers to whoever comes first. */
const firstAdministrator: Core.MiddlewareFactory = (_config, { strapi }) => {
  const middleware: Middleware = (ctx, next) => {
    if (hasLink(strapi, ctx)) return next();
    // The one refusal with 403 whose words Strapi passes on.
    throw new errors.PolicyError(
      'The first administrator of this site registers by the link that its start prints'
    );
  };
  return middleware;
};

export default firstAdministrator;
