import { createHash } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { OPERATIONS, type OperationId } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';
import _ from 'lodash';

import { PLUGIN_ID } from '../../core/constants';
import * as http from '../../core/http';
import { getInterfaceService } from '../../core/interface';

/** What an operation of the interface is asked, by whatever way. */
export interface OperationRequest {
  id?: string;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  ifMatch?: string;
  idempotencyKey?: string;
}

/** Who asks: an agent, by a token of the panel. */
export interface Agent {
  user: { id: string | number };
  userAbility: unknown;
}

type Actions = Readonly<Record<string, (ctx: Context) => Promise<void>>>;

/** The key of one person's agents is none of anybody else's. */
const ownKey = ({ user }: Agent, key?: string): string | undefined =>
  key && createHash('sha256').update(`mcp ${user.id} ${key}`).digest('hex');

/** A context of Koa for a request that comes by no connection of its own. */
const contextOf = (
  strapi: Core.Strapi,
  operation: OperationId,
  { id = '', query, body, ifMatch, idempotencyKey }: OperationRequest,
  agent: Agent
): Context => {
  const { method, path } = OPERATIONS[operation];
  const headers = { 'if-match': ifMatch, 'idempotency-key': ownKey(agent, idempotencyKey) };
  const req = Object.assign(new IncomingMessage(new Socket()), {
    method,
    url: `${path.replace(':id', encodeURIComponent(id))}?${new URLSearchParams(query).toString()}`,
    headers: _.omitBy(headers, (one) => one === undefined),
  });
  const ctx = strapi.server.app.createContext(req, new ServerResponse(req)) as unknown as Context;
  const requestId = http.requestIdOf(strapi.requestContext.get() ?? ctx);
  Object.assign(ctx.state, { userAbility: agent.userAbility, requestId });
  ctx.params = { id };
  ctx.request.body = body;
  return ctx;
};

/**
 * Makes the function that carries out an operation of the interface for an agent: by the action that the bot's request
 * would come to, with its keys and its errors, and without its token.
 */
export const createOperationCaller = (strapi: Core.Strapi) => {
  const { actionOf } = getInterfaceService(strapi);
  const idempotent = http.createIdempotency()({}, { strapi }) as Middleware;

  /**
   * @param allow throws what the agent may not do
   * @returns the context with the answer; an error is answered there, as the bot would get it
   */
  return async (
    operation: OperationId,
    request: OperationRequest,
    agent: Agent,
    allow: (ctx: Context) => Promise<void>
  ): Promise<Context> => {
    const ctx = contextOf(strapi, operation, request, agent);
    const [name = '', action = ''] = actionOf(operation)?.split('.') ?? [];
    const actions = strapi.plugin(PLUGIN_ID).controller(name) as unknown as Actions;
    try {
      await http.getGracefulShutdownService(strapi).run(async () => {
        await allow(ctx);
        await idempotent(ctx, async () => actions[action]?.(ctx));
      });
    } catch (error) {
      http.answerError(strapi, ctx, error);
    }
    return ctx;
  };
};
