import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { createProtocolPathTest } from '../../protocol/path';

/**
 * Strapi's middlewares that the protocol does without:
 * - logger and errors: `access-log.ts` and `error-envelope.ts` take their place
 * - cors: a bot is no browser, no origin is ever allowed
 * - session: there are no cookies
 * - body: it parses before any policy runs, to temp files that it does not always remove
 */
const REPLACED = [
  'strapi::logger',
  'strapi::errors',
  'strapi::cors',
  'strapi::session',
  'strapi::body',
];

/**
 * Makes Strapi's own middlewares step aside under the protocol's path, whatever the site's
 * `config/middlewares.ts` says of them; everywhere else they work as configured.
 */
export const keepOutsideProtocol = (strapi: Core.Strapi): void => {
  const isProtocolPath = createProtocolPathTest(strapi);
  const registry = strapi.get('middlewares');

  const aside =
    (middleware: Middleware): Middleware =>
    (ctx, next) =>
      isProtocolPath(ctx.path) ? next() : middleware(ctx, next);

  /** The session is not given back: it puts itself into use. */
  const inUseAside = (): Core.Strapi =>
    Object.create(strapi, {
      server: {
        value: Object.create(strapi.server, {
          use: { value: (middleware: Middleware) => strapi.server.use(aside(middleware)) },
        }),
      },
    });

  for (const uid of REPLACED) {
    registry.extend(uid, (factory: Core.MiddlewareFactory): Core.MiddlewareFactory => (config) => {
      const original = factory(config, { strapi: inUseAside() }) as Middleware | undefined;
      return original && aside(original);
    });
  }
};
