import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { sendError } from '../../protocol/send';

import { databaseErrorOf } from './error-response';

/** Answers errors of the machine or the database, and leaves all others to whoever is around it. */
const createDatabaseErrors =
  (strapi: Core.Strapi): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const answer = databaseErrorOf(error);
      if (answer === undefined) {
        throw error;
      }
      strapi.log.error(error);
      sendError(ctx, answer);
    }
  };

/**
 * Lets the rest of the site tell the truth about its database too: the panel's save on a full disk
 * is a 507, one while the database is away a 503, one that the database refuses a 400. Strapi
 * answers 500 to all of them. To be called before Strapi's middlewares are kept outside of the
 * protocol, which answers such errors itself.
 */
export const answerDatabaseErrors = (strapi: Core.Strapi): void => {
  const answering = createDatabaseErrors(strapi);
  const around =
    (factory: Core.MiddlewareFactory): Core.MiddlewareFactory =>
    (config, context) => {
      const errors = factory(config, context) as Middleware;
      return (ctx, next) => errors(ctx, () => answering(ctx, next));
    };
  strapi.get('middlewares').extend('strapi::errors', around);
};
