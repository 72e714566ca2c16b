/*
 * Relies on: `@koa/router` 12 in `strapi.server` of `@strapi/core` 5.54: its `stack`, and that `mount` calls `routes()`
 * Breaks if: Strapi uses another router
 * Checked by: `tests/api`
 */
import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { createProtocolPathTest } from '../../protocol/path';
import { hasMethods, isProbeDisabled, type Probe } from '../probe';

interface Router {
  constructor: new () => Router;
  stack: Layer[];
  routes(): Middleware;
}

interface Layer {
  path: unknown;
  /** HTTP methods of a router layer; empty for a middleware of all methods. */
  methods: string[];
  stack: Middleware[];
}

/** Whether a layer only answers 405 and OPTIONS. The protocol has routes for all methods of its paths. */
const isOfOtherMethods = ({ stack }: Layer): boolean =>
  stack.every(({ name }) => name === 'allowedMethods');

/**
 * Gives the protocol its own router with only its routes and the common layers. Strapi's router tries all 300 routes of
 * the site and panel, and 20 handlers for missing methods; trying them takes a tenth of the time of a GET.
 */
export const routeByProtocolRouter = (strapi: Core.Strapi): void => {
  if (isProbeDisabled(strapi, PROTOCOL_ROUTER)) return;
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

export const PROTOCOL_ROUTER: Probe = {
  name: 'finding the route of a request of the bot at once',
  reliesOn: 'the stack of strapi.server.router',
  isOptional: true,
  isPresent: ({ server }) =>
    hasMethods(server.router, 'routes') && Array.isArray(Reflect.get(server.router, 'stack')),
};
