import type { ClientRequest } from 'node:http';

import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Next } from 'koa';
import _ from 'lodash';

import { createProtocolPathTest } from '../protocol/path';
import { accountIn } from '../strapi/actor';
import { answerBodyErrors } from '../strapi/http/body-errors';
import { answerClientErrors } from '../strapi/http/client-errors';
import { isForm, readFormsBehindRoutes, type BodyConfig } from '../strapi/http/forms';

import { drainRequestBody } from './bodies/drain-request-body';
import { logRequest, requestIdOf } from './request-log';

/** A JSON Web Token in a path (RFC 7519), to the end of its segment; the header is `{"` in base64url. */
const TOKEN = /eyJ[\w-]+(?:\.|%2e)[^/]*/gi;

/** The path of a request as a log may have it: without the token of a preview, which opens a draft. */
const loggedPath = (path: string): string => path.replace(TOKEN, '[token]');

/**
 * Strapi's middlewares that are bypassed without a replacement: a bot is no browser and has no session.
 * `protocol-chain.ts` and `errors.ts` replace logger and errors, `json-body.ts` and `multipart-body.ts`
 * replace body.
 */
const REPLACED = ['strapi::cors', 'strapi::session'];

const hasBody = ({ headers }: Context): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

type Headers = Record<string, string>;

const headersOf = ({ res }: Context): Headers =>
  // Every message that is sent has it; the types say so of requests only.
  Object.fromEntries(
    (res as unknown as Pick<ClientRequest, 'getRawHeaderNames'>)
      .getRawHeaderNames()
      .map((name) => [name, String(res.getHeader(name))])
  );

/**
 * Bypasses Strapi's own middlewares under the protocol's path, whatever `config/middlewares.ts` says; headers
 * of `security`, a tenth of the time of a GET, are those of the first request. Elsewhere they work as
 * configured, but
 * - a form is read only after its sender was authenticated (`forms.ts`)
 * - a bad body or path is not logged as an error of the site (`body-errors.ts`, `client-errors.ts`)
 * - no query string and no preview token is logged
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
        wrap((given, of = strapi) => factory(given, { strapi: of }) as Middleware, config)
    );

  for (const uid of REPLACED) {
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
      if (!isProtocolPath(ctx.path)) return secure(ctx, next);
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
      if (!hasBody(ctx)) {
        return next();
      }
      return drainRequestBody(ctx, async () => {
        if (!isForm(ctx, config)) {
          return read(ctx, next);
        }
        // Policies that look at the body before it is read find one.
        ctx.request.body = {};
        return next();
      });
    });
  });
};
