import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';

import { createProtocolPathTest } from '../protocol/path';
import { answerBodyErrors } from '../strapi/http/body-errors';
import { answerClientErrors } from '../strapi/http/client-errors';
import { isForm, readFormsBehindRoutes, type BodyConfig } from '../strapi/http/forms';

import { createRequestBodyDrain } from './bodies/drain-request-body';
import { loggedPath } from './logged-path';

/**
 * Strapi's middlewares that the protocol does without:
 * - logger and errors: `access-log.ts` and `error-envelope.ts` take their place
 * - cors: a bot is no browser, no origin is ever allowed
 * - session: there are no cookies
 * - body: the routes have their own, `json-body.ts` and `multipart-body.ts`
 */
const REPLACED = ['strapi::cors', 'strapi::session'];

const hasBody = ({ headers }: Context): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/**
 * Makes Strapi's own middlewares step aside under the protocol's path, whatever the site's
 * `config/middlewares.ts` says of them. Everywhere else they work as configured, but
 * - no form is read before its sender was let in (`forms.ts`)
 * - no bad body or path is logged as an error of the site (`body-errors.ts`, `client-errors.ts`)
 * - no query string is logged: tokens and passwords are put there by mistake; and no token of a preview
 */
export const bypassStrapiMiddlewares = (strapi: Core.Strapi): void => {
  const isProtocolPath = createProtocolPathTest(strapi);
  const registry = strapi.get('middlewares');

  const bypass =
    (middleware: Middleware): Middleware =>
    (ctx, next) =>
      isProtocolPath(ctx.path) ? next() : middleware(ctx, next);

  /** The session is not given back: it puts itself into use. */
  const bypassInUse = (): Core.Strapi =>
    Object.create(strapi, {
      server: {
        value: Object.create(strapi.server, {
          use: { value: (middleware: Middleware) => strapi.server.use(bypass(middleware)) },
        }),
      },
    });

  for (const uid of REPLACED) {
    registry.extend(uid, (factory: Core.MiddlewareFactory): Core.MiddlewareFactory => (config) => {
      const original = factory(config, { strapi: bypassInUse() }) as Middleware | undefined;
      return original && bypass(original);
    });
  }

  registry.extend(
    'strapi::errors',
    (factory: Core.MiddlewareFactory): Core.MiddlewareFactory =>
      (config) =>
        bypass(answerClientErrors(factory(config, { strapi }) as Middleware))
  );

  registry.extend(
    'strapi::logger',
    (factory: Core.MiddlewareFactory): Core.MiddlewareFactory =>
      (config) => {
        const log = factory(config, { strapi }) as Middleware;
        return bypass((ctx, next) =>
          log(Object.create(ctx, { url: { value: loggedPath(ctx.path) } }), next)
        );
      }
  );

  const setFormReader = readFormsBehindRoutes(strapi);
  registry.extend(
    'strapi::body',
    (factory: Core.MiddlewareFactory<BodyConfig>): Core.MiddlewareFactory<BodyConfig> =>
      (config) => {
        const create = (given: BodyConfig) => factory(given, { strapi }) as Middleware;
        setFormReader(config, create);
        const read = answerBodyErrors(create(config));
        const drain = createRequestBodyDrain();
        return bypass((ctx, next) => {
          if (!hasBody(ctx)) {
            return next();
          }
          return drain(ctx, () => {
            if (!isForm(ctx, config)) {
              return read(ctx, next);
            }
            // Policies that look at the body before it is read find one.
            ctx.request.body = {};
            return next();
          });
        });
      }
  );
};
