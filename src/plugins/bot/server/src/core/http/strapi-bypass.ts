import type { ClientRequest } from 'node:http';

import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Next } from 'koa';
import _ from 'lodash';

import { createProtocolPathTest } from '../protocol/path';
import { accountIn } from '../strapi/actor';
import { answerBodyErrors } from '../strapi/http/body-errors';
import { answerClientErrors } from '../strapi/http/client-errors';
import { isForm, readFormsBehindRoutes, type BodyConfig } from '../strapi/http/forms';

import { drainRequestBody } from './connections/half-close';
import { logRequest, requestIdOf } from './request-log';

/**
 * Matches a JSON Web Token in a path (RFC 7519), up to the end of the path segment. A token's header starts with `{"`,
 * in base64url `eyJ`.
 */
const TOKEN = /eyJ[\w-]+(?:\.|%2e)[^/]*/gi;

/** Path of a request for the log, without preview tokens, which grant access to drafts. */
const loggedPath = (path: string): string => path.replace(TOKEN, '[token]');

/**
 * Strapi middlewares that the bot's API skips and does not replace, because a bot is not a browser and has no session.
 * The middlewares logger, errors and body have replacements: `protocol-chain.ts`, `errors.ts`, `json-body.ts` and
 * `multipart-body.ts`.
 */
const SKIPPED = ['strapi::cors', 'strapi::session'];

/** Path prefix of the URLs of files that Strapi's local provider stores. */
const UPLOADS = '/uploads/';

const hasBody = ({ headers }: Context): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

type Headers = Record<string, string>;

const headersOf = ({ res }: Context): Headers =>
  // Every outgoing message has this method, but the types declare it only for requests.
  Object.fromEntries(
    (res as unknown as Pick<ClientRequest, 'getRawHeaderNames'>)
      .getRawHeaderNames()
      .map((name) => [name, String(res.getHeader(name))])
  );

/**
 * Skips Strapi's own middlewares under the protocol's path, independent of `config/middlewares.ts`. Other paths use the
 * middlewares as configured, except that
 * - the headers of `security` are cached after the first request, for the protocol and for stored files, because they
 *   take a tenth of the time of a GET
 * - a form is read only after authentication (`forms.ts`)
 * - an invalid body or path is not logged as a server error (`body-errors.ts`, `client-errors.ts`)
 * - query strings and preview tokens are not logged
 */
export const bypassStrapiMiddlewares = (strapi: Core.Strapi): void => {
  const isProtocolPath = createProtocolPathTest(strapi);
  const registry = strapi.get('middlewares');

  const bypass =
    (middleware: Middleware): Middleware =>
    (ctx, next) =>
      isProtocolPath(ctx.path) ? next() : middleware(ctx, next);

  /** Application object for the session middleware, which calls `server.use` itself instead of returning a function. */
  const bypassInUse = (): Core.Strapi =>
    Object.create(strapi, {
      server: {
        value: Object.create(strapi.server, {
          use: { value: (middleware: Middleware) => strapi.server.use(bypass(middleware)) },
        }),
      },
    });

  const replace = (
    uid: string,
    wrap: (
      create: (config: BodyConfig, of?: Core.Strapi) => Middleware,
      config: BodyConfig
    ) => unknown
  ): void =>
    registry.extend(
      uid,
      (factory: Core.MiddlewareFactory) => (config: BodyConfig) =>
        wrap((bodyConfig, of = strapi) => factory(bodyConfig, { strapi: of }) as Middleware, config)
    );

  for (const uid of SKIPPED) {
    replace(uid, (create, config) => {
      const original: Middleware | undefined = create(config, bypassInUse());
      return original && bypass(original);
    });
  }
  replace('strapi::errors', (create, config) => bypass(answerClientErrors(create(config))));
  replace('strapi::logger', () =>
    bypass(async (ctx, next) => {
      const start = performance.now();
      await next();
      if (!strapi.log.isLevelEnabled('http')) return;
      const path = loggedPath(ctx.path);
      logRequest(strapi, ctx, start, (ms) => `${ctx.method} ${path} (${ms} ms) ${ctx.status}`, {
        requestId: requestIdOf(ctx),
        path,
        actor: accountIn(ctx.state),
      });
    })
  );

  replace('strapi::security', (create, config) => {
    const secure = create(config);
    let headers: Headers | undefined;
    return (ctx: Context, next: Next) => {
      if (!isProtocolPath(ctx.path) && !ctx.path.startsWith(UPLOADS)) return secure(ctx, next);
      if (headers !== undefined) {
        ctx.set(headers);
        return next();
      }
      const before = headersOf(ctx);
      return secure(ctx, () => {
        headers = _.omit(headersOf(ctx), Object.keys(before));
        return next();
      });
    };
  });

  const setFormReader = readFormsBehindRoutes(strapi);
  replace('strapi::body', (create, config) => {
    setFormReader(config, create);
    const read = answerBodyErrors(create(config));
    return bypass((ctx, next) => {
      if (!hasBody(ctx)) return next();
      return drainRequestBody(ctx, async () => {
        if (!isForm(ctx, config)) return read(ctx, next);
        // Some policies expect a body object before the form is read.
        ctx.request.body = {};
        return next();
      });
    });
  });
};
