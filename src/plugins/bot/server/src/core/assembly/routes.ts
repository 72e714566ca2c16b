import { OPERATIONS, type Operation, type OperationId } from '@fleet-bot/protocol';
import _ from 'lodash';

import { PLUGIN_ID } from '../constants';

/** Controller actions (`controller.action`), keyed by operation of the bot's API. */
export type Operations = Readonly<Partial<Record<OperationId, string>>>;

/** Route of the admin panel, under `/bot`. */
export interface PanelRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  handler: string;
  /**
   * Access check. `permission`: users with this permission of the plugin; `account`: all logged-in users, and the
   * controller checks their permissions; `controller`: only the controller checks access.
   */
  allowed: { permission: string } | 'account' | 'controller';
}

export interface StrapiRoute {
  method: string;
  path: string;
  handler: string;
  config: object;
}

export interface Router {
  type: 'admin' | 'content-api';
  routes: StrapiRoute[];
}

/**
 * Route protection by the bot's token, which the policy `bot-token` checks. Strapi's users and API tokens are not used.
 */
const GUARDED = { auth: false, policies: ['bot-token'] } as const;

/** Route protection by the bot's token, for routes that also answer while the bot is paused. */
const GUARDED_WHILE_PAUSED = {
  auth: false,
  policies: [{ name: 'bot-token', config: { isAnsweredWhilePaused: true } }],
} as const;

/** Middlewares of a route, in order: check the query, claim the idempotency key, read the body. */
const middlewaresOf = ({ query, headers = {}, body = {} }: Operation): string[] => {
  const isForm = 'multipart/form-data' in body;
  const reader = isForm ? '-json-or-form' : 'application/json' in body ? '-json' : '';
  return [
    ...(query === undefined ? ['no-query'] : []),
    ...('Idempotency-Key' in headers ? [`idempotent${reader}`] : []),
  ].map((name) => `plugin::${PLUGIN_ID}.${name}`);
};

const toRoute = (operation: Operation, handler: string): StrapiRoute => {
  const {
    method,
    path,
    isPublic,
    isAnsweredWhilePaused,
    hasOwnToken,
    headers = {},
    deprecation,
  } = operation;
  const guarded = isAnsweredWhilePaused ? GUARDED_WHILE_PAUSED : GUARDED;
  return {
    // The action handles all methods, because a header may override the method.
    method: 'X-HTTP-Method-Override' in headers ? 'ALL' : method,
    path,
    handler,
    config: {
      ...(isPublic ? { auth: false, isPublic } : hasOwnToken ? { auth: false } : guarded),
      middlewares: middlewaresOf(operation),
      deprecation,
    },
  };
};

/** Catch-all route for other methods and unknown paths. Checks the token and answers in the standard error format. */
const otherwise = (path: string, allow: string[] = []): StrapiRoute => ({
  method: 'ALL',
  path,
  handler: 'fallback.refuse',
  config: { ...GUARDED, allow },
});

/** Operations that have a handler, in the order of `OPERATIONS`. */
export const operationIds = (handlers: Operations): OperationId[] =>
  (Object.keys(OPERATIONS) as OperationId[]).filter((id) => handlers[id] !== undefined);

/** Routes of all operations (interface document, section 4). Fixed path segments come before parameters. */
export const botRouter = (handlers: Operations): Router => {
  const routes = operationIds(handlers).map((id) => toRoute(OPERATIONS[id], handlers[id] ?? ''));
  return {
    type: 'content-api',
    routes: [
      ...Object.entries(_.groupBy(routes, 'path')).flatMap(([path, ofPath]) =>
        ofPath.some(({ method }) => method === 'ALL')
          ? _.uniqBy(ofPath, 'path')
          : [...ofPath, otherwise(path, _.map(ofPath, 'method'))]
      ),
      otherwise('/'),
      otherwise('/:path(.*)'),
    ],
  };
};

/** Sort key that puts fixed path segments before parameters, because the router takes the first match. */
const byPath = ({ path }: { path: string }): string => path.replaceAll(':', '~');

const policiesOf = (allowed: PanelRoute['allowed']) => {
  if (allowed === 'controller') return { auth: false };
  const account = 'admin::isAuthenticatedAdmin';
  return allowed === 'account'
    ? { policies: [account] }
    : {
        policies: [
          account,
          {
            name: 'admin::hasPermissions',
            config: { actions: [`plugin::${PLUGIN_ID}.${allowed.permission}`] },
          },
        ],
      };
};

/** Admin routes of the features, fixed path segments before parameters. */
export const panelRouter = (routes: readonly PanelRoute[]): Router => ({
  type: 'admin',
  routes: _.sortBy(routes, byPath).map(({ allowed, ...route }) => ({
    ...route,
    config: policiesOf(allowed),
  })),
});
