/**
 * Leans on private parts of Strapi 5.54: `strapi.server.routes` gets every route, and registers
 * the very object (`services/server/register-routes.js`); `config.middlewares` of a route run after
 * authentication, authorization and policies (`compose-endpoint.js`); the middleware
 * `strapi::body` is koa-body, whose `formidable.uploadDir` says where files are written, and it
 * calls what follows only when it has read the body (`middlewares/body.js`).
 * `tests/reliability/strangers-store-nothing.long.test.ts` notices a change.
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

/** What `config/middlewares.ts` may say of `strapi::body`, as far as it matters here. */
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
    /** Says that this route may be sent files by people whom Strapi does not know. */
    takesFiles?: boolean;
  };
}

type Routes = Route[] | { routes: Route[] };

/** By Koa application, as several sites may run in one process, with the same route objects. */
const readers = new WeakMap<object, Middleware>();

/** The first middleware of every route. */
const readForm: Middleware = (ctx, next) => readers.get(ctx.app)?.(ctx, next) ?? next();

const METHODS = ['POST', 'PUT', 'PATCH'];

/** True for a request whose body is a form with files, and would be read as one. */
export const isForm = (ctx: Context, { multipart, parsedMethods = METHODS }: BodyConfig): boolean =>
  multipart !== false && parsedMethods.includes(ctx.method) && Boolean(ctx.is('multipart'));

/**
 * Gives controllers a body if there is none, or one of an unknown type: `POST /admin/register` without a body
 * would fail and be logged. A handler that is a function, such as GraphQL's, may read the body itself.
 */
const giveBodyToController = ({ method, request, state }: Context): void => {
  const route: Route | undefined = state.route;
  if (METHODS.includes(method) && typeof route?.handler === 'string') {
    request.body ??= {};
  }
};

/** Whether the sender of a request, who got as far as the route's action, may send files there. */
const maySendFiles = ({ state }: Context): boolean => {
  const route: Route | undefined = state.route;
  return (
    // Somebody with a name: an administrator, an API token, a user. The public has none.
    Boolean(state.auth?.credentials) ||
    // Strapi's upload, for which this site has given the public its leave.
    (state.auth !== undefined && route?.info?.pluginName === 'upload') ||
    route?.config?.takesFiles === true
  );
};

/** How long formidable may still work on a form when all of it has come. */
const STUCK_MILLISECONDS = 5_000;
const TOO_SHORT = 'The request ended before its body was complete';

/** Gives up reading a form that formidable never finishes: at some malformed headers, or if the sender left early. */
const untilStuck =
  (readBody: Middleware): Middleware =>
  async (ctx, next) => {
    const { req } = ctx;
    if (isCut(req)) {
      throw createError(400, TOO_SHORT);
    }
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

/** Gives every route, of whomever, the middleware that reads forms, before all others. */
const addToRoutes = (strapi: Core.Strapi): void => {
  const { server } = strapi;
  const add = server.routes.bind(server);
  const addAfter = (given: Routes) => {
    for (const route of Array.isArray(given) ? given : given.routes) {
      const middlewares = route.config?.middlewares ?? [];
      if (!middlewares.includes(readForm)) {
        route.config = { ...route.config, middlewares: [readForm, ...middlewares] };
      }
    }
    return add(given as Parameters<typeof add>[0]);
  };
  Object.assign(server, { routes: addAfter });
};

/**
 * Reads forms only after their sender was authenticated, and removes their files when the request ends.
 * @returns to be called with the site's configuration of `strapi::body`
 */
export const readFormsBehindRoutes = (
  strapi: Core.Strapi
): ((config: BodyConfig, create: BodyMiddlewareFactory) => void) => {
  addToRoutes(strapi);
  const isProtocolPath = createProtocolPathTest(strapi);

  /** In the folder that the site has chosen, if it has. */
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
      if (isProtocolPath(ctx.path)) {
        return next();
      }
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
  leansOn: 'the routes and middlewares of @strapi/core',
  isThere: (strapi) =>
    hasMethods(strapi.server, 'routes') &&
    MIDDLEWARES.every((uid) => typeof strapi.get('middlewares').get(uid) === 'function'),
  works(strapi) {
    const given: object = strapi.plugin('upload').routes;
    const all = Object.values(given as Record<string, { routes: Route[] }>).flatMap(
      ({ routes }) => routes
    );
    return (
      readers.has(strapi.server.app) &&
      all.every(({ config }) => config?.middlewares?.[0] === readForm)
    );
  },
};
