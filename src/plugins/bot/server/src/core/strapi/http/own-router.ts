/*
 * Leans on `@koa/router` 12 behind `strapi.server` of `@strapi/core` 5.54: `mount` asks it for `routes()` once all
 * routes are in its `stack`, and a router of the same class runs what is put into its own. `tests/api` notices a change.
 */
import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { createProtocolPathTest } from '../../protocol/path';
import { hasMethods, isLeftOut, type Probe } from '../probe';

interface Router {
  constructor: new () => Router;
  stack: Layer[];
  routes(): Middleware;
}

interface Layer {
  path: unknown;
  /** Empty for what is done for all methods. */
  methods: string[];
  stack: Middleware[];
}

/** Whether it answers 405 and OPTIONS where a router has none: the protocol has a route for each method of its paths. */
const isOfOtherMethods = ({ stack }: Layer): boolean =>
  stack.every(({ name }) => name === 'allowedMethods');

/**
 * Gives the protocol a router of its own, with its routes and what is done for all. Strapi's tries each of the three
 * hundred of the site and of its panel, and has twenty handlers of other methods, which takes a tenth of the time of a
 * GET.
 */
export const routeByOwnRouter = (strapi: Core.Strapi): void => {
  if (isLeftOut(strapi, OWN_ROUTER)) {
    return;
  }
  const isProtocolPath = createProtocolPathTest(strapi);
  const router = strapi.server.router as unknown as Router;
  const routesOfAll = router.routes.bind(router);

  router.routes = () => {
    const own = new router.constructor();
    own.stack = router.stack.filter((layer) =>
      layer.methods.length === 0 ? !isOfOtherMethods(layer) : isProtocolPath(String(layer.path))
    );
    const [ofProtocol, ofAll] = [own.routes(), routesOfAll()];
    return (ctx, next) => (isProtocolPath(ctx.path) ? ofProtocol : ofAll)(ctx, next);
  };
};

export const OWN_ROUTER: Probe = {
  name: 'finding the route of a request of the bot at once',
  leansOn: 'the stack of strapi.server.router',
  isOptional: true,
  isThere: ({ server }) =>
    hasMethods(server.router, 'routes') && Array.isArray(Reflect.get(server.router, 'stack')),
};
