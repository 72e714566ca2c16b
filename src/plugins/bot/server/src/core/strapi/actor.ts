/*
 * Relies on: `@strapi/core` and `@strapi/admin` 5.54: the request context; `ctx.state.auth.strategy.name`, which begins
 * with `admin` for sessions and tokens of the panel; `ctx.state.user`, which their MCP server sets without a strategy
 * Breaks if: Strapi renames these strategies or stores the user elsewhere
 * Checked by: `tests/changes/who-made-a-change.long.test.ts`
 */
import type { Actor } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import _ from 'lodash';

import { ScopedValue } from '../scoped-value';
import { createProtocolPathTest } from '../protocol/path';
import { hasMethods, type Probe } from './probe';

const working = new ScopedValue<true>();

/** Runs `work` as a background worker: the actor of its changes is the worker, not a request. */
export const asWorker = <Result>(work: () => Result): Result => working.run(true, work);

/** Whether a change was made by the plugin itself: for the bot, or in a background worker. */
export const isOwn = ({ who }: Actor): boolean => who === 'bot' || who === 'worker';

/** Matches Strapi's names of the panel's authentication strategies: `admin`, `admin-token`. */
const OF_THE_PANEL = /^admin/;

const textIn = (record: unknown, path: string): string => {
  const value: unknown = _.get(record, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
};

/** Display name of a user, never the email address. */
export const nameOf = (user: unknown): string | null =>
  textIn(user, 'username') ||
  `${textIn(user, 'firstname')} ${textIn(user, 'lastname')}`.trim() ||
  null;

interface RequestState {
  user?: unknown;
  auth?: unknown;
}

const isEditorIn = ({ user, auth }: RequestState): boolean => {
  const strategy = textIn(auth, 'strategy.name');
  return strategy === '' ? user !== undefined : OF_THE_PANEL.test(strategy);
};

/** The account of a request outside the protocol, for the log: `editor 3`, `api`; null if it is not authenticated. */
export const accountIn = (state: RequestState): string | null => {
  if (state.user === undefined && state.auth === undefined) return null;
  return `${isEditorIn(state) ? 'editor' : 'api'} ${textIn(state.user, 'id')}`.trim();
};

/** Creates a function that returns the actor of the current change. */
export const createActorOf = (strapi: Core.Strapi): (() => Actor) => {
  const isProtocolPath = createProtocolPathTest(strapi);

  return () => {
    const nobody = { id: null, name: null, requestId: null };
    if (working.get() === true) return { ...nobody, who: 'worker' };
    const ctx = strapi.requestContext.get();
    if (ctx === undefined) return { ...nobody, who: 'site' };
    const requestId = textIn(ctx.state, 'requestId') || null;
    if (isProtocolPath(ctx.path)) return { ...nobody, who: 'bot', requestId };
    const { user } = ctx.state as RequestState;
    const id = textIn(user, 'id') || null;
    return isEditorIn(ctx.state)
      ? { who: 'editor', id, name: textIn(ctx.state, 'agent') || nameOf(user), requestId }
      : { who: 'api', id, name: null, requestId };
  };
};

export const ACTOR: Probe = {
  name: 'telling who made a change',
  reliesOn: 'strapi.requestContext and ctx.state.auth of @strapi/core',
  isPresent: ({ requestContext }) => hasMethods(requestContext, 'get', 'run'),
  async verify(strapi) {
    const ctx = { path: '/', state: { auth: { strategy: { name: 'admin' } } } } as Context;
    const actorOf = createActorOf(strapi);
    let who: string | undefined;
    await strapi.requestContext.run(ctx, async () => void (who = actorOf().who));
    return who === 'editor';
  },
};
