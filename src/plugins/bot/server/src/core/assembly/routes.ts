import { OPERATIONS, type Operation, type OperationId } from '@fleet-bot/protocol';
import _ from 'lodash';

import { PLUGIN_ID } from '../constants';

/** Which action, `controller.action`, carries out which operation of the interface. */
export type Operations = Readonly<Partial<Record<OperationId, string>>>;

/** What the panel asks, under `/bot`. */
export interface PanelRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  handler: string;
  /** Who may: whoever has this permission of the plugin; `account`: whoever is logged in, the controller looks on; `controller`: it looks at all of it. */
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

/** The bot's own token is checked by the policy; Strapi's users and API tokens play no part. */
const GUARDED = { auth: false, policies: ['bot-token'] } as const;

/** The same while the bot is paused. */
const GUARDED_WHILE_PAUSED = {
  auth: false,
  policies: [{ name: 'bot-token', config: { isAnsweredWhilePaused: true } }],
} as const;

/** The token is checked first, then the key is claimed, then a body is read. */
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
    // Where a header may name the method, the action looks at both.
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

/** The other verbs of an endpoint, and unknown paths, are guarded and have the one error shape. */
const otherwise = (path: string, allow: string[] = []): StrapiRoute => ({
  method: 'ALL',
  path,
  handler: 'fallback.refuse',
  config: { ...GUARDED, allow },
});

/** The operations that have a handler, in the order of the interface. */
export const operationIds = (handlers: Operations): OperationId[] =>
  (Object.keys(OPERATIONS) as OperationId[]).filter((id) => handlers[id] !== undefined);

/**
 * The routes of the features' operations (interface document, section 4), with fixed parts of a path before parameters.
 */
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

/** Puts fixed parts of a path before its parameters: the router takes the first route that fits. */
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

export const panelRouter = (routes: readonly PanelRoute[]): Router => ({
  type: 'admin',
  routes: _.sortBy(routes, byPath).map(({ allowed, ...route }) => ({
    ...route,
    config: policiesOf(allowed),
  })),
});
