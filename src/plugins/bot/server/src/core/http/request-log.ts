import { randomUUID } from 'node:crypto';

import type { ErrorCode } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

/** Request IDs accepted from a client: safe in headers, log lines and errors. */
const ACCEPTABLE_ID = /^[\w.:-]{1,128}$/;

/** The request ID from the header `X-Request-Id`, or a new one. */
export const requestIdOf = (ctx: Context): string => {
  const received = ctx.get('X-Request-Id');
  return ACCEPTABLE_ID.test(received) ? received : randomUUID();
};

/** The route of a request, such as `/publications/:id`; undefined if no endpoint matches. */
export const routeOf = (ctx: Context): string | undefined => {
  const { path, config } = Object(ctx.state.route) as {
    path?: string;
    config?: { allow?: object };
  };
  return config?.allow === undefined ? path : undefined;
};

/**
 * Logs an answered request. Omits query string and headers, which may contain a token.
 * @param start start time from `performance.now()`
 * @param message human-readable log line
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

/** Called for each answered request with its duration. Must be fast and must not throw. */
export type Listener = (ctx: Context, milliseconds: number, code: ErrorCode | undefined) => void;

const listeners = new WeakMap<Core.Strapi, Listener[]>();

/** The site's listeners for answered requests; callers may add to the array. */
export const listenersOf = (strapi: Core.Strapi): Listener[] => {
  const known = listeners.get(strapi) ?? [];
  listeners.set(strapi, known);
  return known;
};
