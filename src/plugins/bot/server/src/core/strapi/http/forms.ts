/**
 * Reads multipart forms only after authentication, in the first middleware of each route.
 *
 * Relies on: private parts of Strapi 5.54: `strapi.server.routes` receives and registers every route object
 * (`services/server/register-routes.js`); `config.middlewares` of a route run after authentication, authorization and
 * policies (`compose-endpoint.js`); `strapi::body` is koa-body, which writes files to `formidable.uploadDir` and calls
 * `next` after reading the body (`middlewares/body.js`)
 * Breaks if: Strapi changes one of these
 * Checked by: `tests/reliability/strangers-store-nothing.long.test.ts`
 */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';

import type { Core } from '@strapi/strapi';
import createError from 'http-errors';
import type { Context, Middleware, Next } from 'koa';

import { isCut } from '../../bytes/cut-request';
import { getTemporaryDirectoryService } from '../../bytes/temporary-directory';
import { createProtocolPathTest } from '../../protocol/path';

import { answerBodyErrors } from './body-errors';
import { hasMethods, type Probe } from '../probe';

/** The options of `strapi::body` in `config/middlewares.ts` that matter here. */
export interface BodyConfig {
  multipart?: boolean;
  parsedMethods?: string[];
  formidable?: { uploadDir?: string; [option: string]: unknown };
  [option: string]: unknown;
}

export type BodyMiddlewareFactory = (config: BodyConfig) => Middleware;

interface Route {
  handler?: unknown;
  info?: { pluginName?: string };
  config?: {
    middlewares?: unknown[];
    /** True for a route that accepts files from clients without a Strapi account. */
    takesFiles?: boolean;
  };
}

type Routes = Route[] | { routes: Route[] };

/** Form readers by Koa application, because several sites may run in a process and share route objects. */
const readers = new WeakMap<object, Middleware>();

/** First middleware of every route: reads the form, if there is one. */
const readForm: Middleware = (ctx, next) => readers.get(ctx.app)?.(ctx, next) ?? next();

const METHODS = ['POST', 'PUT', 'PATCH'];

/** Whether the request body is a multipart form that `strapi::body` would parse. */
export const isForm = (ctx: Context, { multipart, parsedMethods = METHODS }: BodyConfig): boolean =>
  multipart !== false && parsedMethods.includes(ctx.method) && Boolean(ctx.is('multipart'));

/**
 * Sets an empty body for a request that has no body, or a body of an unknown type. Otherwise `POST /admin/register`
 * without a body would fail and be logged. Routes whose handler is a function, such as GraphQL's, are excluded, because
 * the function may read the body itself.
 */
const giveBodyToController = ({ method, request, state }: Context): void => {
  const route: Route | undefined = state.route;
  if (METHODS.includes(method) && typeof route?.handler === 'string') {
    request.body ??= {};
  }
};

/** Whether the client may send files to this route. The client has already passed the route's policies. */
const maySendFiles = ({ state }: Context): boolean => {
  const route: Route | undefined = state.route;
  return (
    // An authenticated client: an administrator, API token or user, but not the public role.
    Boolean(state.auth?.credentials) ||
    // Strapi's upload route, for which this site has granted permission to the public role.
    (state.auth !== undefined && route?.info?.pluginName === 'upload') ||
    route?.config?.takesFiles === true
  );
};

/** Milliseconds that formidable may still work after the whole form has arrived. */
const STUCK_MILLISECONDS = 5_000;
const TOO_SHORT = 'The request ended before its body was complete';

/** Ends the wait for a form that formidable never finishes, after malformed headers or a disconnect of the client. */
const untilStuck =
  (readBody: Middleware): Middleware =>
  async (ctx, next) => {
    const { req } = ctx;
    if (isCut(req)) throw createError(400, TOO_SHORT);
    let timer: NodeJS.Timeout | undefined;
    let hasEnded = false;
    const end = (): boolean => {
      clearTimeout(timer);
      const isFirst = !hasEnded;
      hasEnded = true;
      return isFirst;
    };
    const isStuck = new Promise<never>((_resolve, reject) => {
      const giveUp = (message: string) => end() && reject(createError(400, message));
      req.once('end', () => {
        timer = hasEnded
          ? undefined
          : setTimeout(() => giveUp('The form is malformed'), STUCK_MILLISECONDS);
      });
      req.once('close', () => isCut(req) && giveUp(TOO_SHORT));
    });
    await Promise.race([readBody(ctx, async () => void (end() && (await next()))), isStuck]);
  };

const REFUSED =
  'Forms are read only where files are taken, from those who may send them; send JSON instead';

/** Adds the form reader as the first middleware to every route of all plugins. */
const addToRoutes = (strapi: Core.Strapi): void => {
  const { server } = strapi;
  const add = server.routes.bind(server);
  const addAfter = (routes: Routes) => {
    for (const route of Array.isArray(routes) ? routes : routes.routes) {
      const middlewares = route.config?.middlewares ?? [];
      if (!middlewares.includes(readForm)) {
        route.config = { ...route.config, middlewares: [readForm, ...middlewares] };
      }
    }
    return add(routes as Parameters<typeof add>[0]);
  };
  Object.assign(server, { routes: addAfter });
};

/**
 * Reads forms only after the client was authenticated, and deletes their files when the request ends.
 * @returns a function to call with the site's configuration of `strapi::body`
 */
export const readFormsBehindRoutes = (
  strapi: Core.Strapi
): ((config: BodyConfig, create: BodyMiddlewareFactory) => void) => {
  addToRoutes(strapi);
  const isProtocolPath = createProtocolPathTest(strapi);

  /** Provides a directory for the form's files, inside the site's `uploadDir` if it is set. */
  const inDirectory = async (
    config: BodyConfig,
    work: (directory: string) => Promise<void>
  ): Promise<void> => {
    const { uploadDir } = config.formidable ?? {};
    if (uploadDir === undefined) {
      await getTemporaryDirectoryService(strapi).use(async (make) => work(await make()));
      return;
    }
    const directory = await mkdtemp(path.join(uploadDir, 'form-'));
    try {
      await work(directory);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  };

  return (config, create) => {
    readers.set(strapi.server.app, async (ctx: Context, next: Next) => {
      if (isProtocolPath(ctx.path)) return next();
      if (!isForm(ctx, config)) {
        giveBodyToController(ctx);
        return next();
      }
      if (!maySendFiles(ctx)) {
        ctx.unsupportedMediaType(REFUSED);
        return;
      }
      await inDirectory(config, async (uploadDir) => {
        const formidable = { ...config.formidable, uploadDir };
        await answerBodyErrors(untilStuck(create({ ...config, formidable })))(ctx, next);
      });
    });
  };
};

const MIDDLEWARES = [
  'strapi::body',
  'strapi::cors',
  'strapi::errors',
  'strapi::logger',
  'strapi::session',
];

export const FORMS: Probe = {
  name: 'reading of forms only from those who may send them',
  reliesOn: 'the routes and middlewares of @strapi/core',
  isPresent: (strapi) =>
    hasMethods(strapi.server, 'routes') &&
    MIDDLEWARES.every((uid) => typeof strapi.get('middlewares').get(uid) === 'function'),
  verify(strapi) {
    const uploadRoutes: object = strapi.plugin('upload').routes;
    const all = Object.values(uploadRoutes as Record<string, { routes: Route[] }>).flatMap(
      ({ routes }) => routes
    );
    return (
      readers.has(strapi.server.app) &&
      all.every(({ config }) => config?.middlewares?.[0] === readForm)
    );
  },
};
