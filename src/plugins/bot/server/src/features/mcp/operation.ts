import { createHash } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { OPERATIONS, type OperationId } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';
import _ from 'lodash';

import { PLUGIN_ID } from '../../core/constants';
import * as http from '../../core/http';
import { getInterfaceService } from '../../core/feature';

/** The input of an operation, independent of HTTP and MCP. */
export interface OperationRequest {
  id?: string;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  ifMatch?: string;
  idempotencyKey?: string;
}

/** The user of the panel whose token an agent uses, with their permissions. */
export interface Agent {
  user: { id: string | number };
  userAbility: unknown;
}

type Actions = Readonly<Record<string, (ctx: Context) => Promise<void>>>;

/** Hashes an idempotency key together with the user id, so that agents of different users never share a key. */
const ownKey = ({ user }: Agent, key?: string): string | undefined =>
  key && createHash('sha256').update(`mcp ${user.id} ${key}`).digest('hex');

/** Makes a Koa context for a request without a connection. */
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
 * Makes the function that runs an operation for an agent. The operation runs the same action as for the bot, with
 * the same idempotency and errors, but without the bot's token.
 */
export const createOperationCaller = (strapi: Core.Strapi) => {
  const { actionOf } = getInterfaceService(strapi);
  const idempotent = http.createIdempotency()({}, { strapi }) as Middleware;

  /**
   * Runs one operation.
   * @param allow throws if the agent is not permitted to run it
   * @returns the context with the answer; an error becomes an error answer in the context, as for the bot
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
