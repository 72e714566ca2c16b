import { randomUUID } from 'node:crypto';

import type { ErrorCode } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

/** What is taken from a client: safe in a header, a log line and an error. */
const ACCEPTABLE_ID = /^[\w.:-]{1,128}$/;

/** The id that came with a request in `X-Request-Id`, or a new one. */
export const requestIdOf = (ctx: Context): string => {
  const received = ctx.get('X-Request-Id');
  return ACCEPTABLE_ID.test(received) ? received : randomUUID();
};

/** The route of a request, such as `/publications/:id`; undefined where no endpoint takes it: a path could be anything. */
export const routeOf = (ctx: Context): string | undefined => {
  const { path, config } = Object(ctx.state.route) as {
    path?: string;
    config?: { allow?: object };
  };
  return config?.allow === undefined ? path : undefined;
};

/**
 * Logs an answered request, without query string and headers, in which a token may have been sent.
 * @param message the line for people
 * @param start from `performance.now()`
 */
export const logRequest = (
  { log }: Core.Strapi,
  ctx: Context,
  start: number,
  message: (milliseconds: number) => string,
  more: { requestId: string; path: string; actor: string | null }
): void => {
  const ms = Math.round(performance.now() - start);
  const { method, status } = ctx;
  log.http(message(ms), { method, route: routeOf(ctx) ?? null, status, ms, ...more });
};

/** Called for each answered request, with what it took. It must not take long, nor throw. */
export type Listener = (ctx: Context, milliseconds: number, code: ErrorCode | undefined) => void;

const listeners = new WeakMap<Core.Strapi, Listener[]>();

/** Who hears of each answered request of a site; more may be added. */
export const listenersOf = (strapi: Core.Strapi): Listener[] => {
  const known = listeners.get(strapi) ?? [];
  listeners.set(strapi, known);
  return known;
};
