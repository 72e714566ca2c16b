import type { Deprecation } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';

import { protocolError } from '../protocol/errors';
import { createProtocolPathTest } from '../protocol/path';

import { drainRequestBody } from './connections/half-close';
import { sendContinue } from './bodies/expect-continue';
import { getGracefulShutdownService } from './connections/graceful-shutdown';
import { answerError, refuseForeignAnswer } from './errors';
import { createHealthTest } from './health';
import { brokenRuleOf } from './http-rules';
import { createRateLimit } from './rate-limit';
import { listenersOf, logRequest, requestIdOf } from './request-log';
import { countRequest } from './statistics';
import { getTokenService } from './token';

const REQUEST_ID = 'X-Request-Id';

/** Sets the request ID, from the client's header or new, in `ctx.state.requestId` and the answer. */
const nameRequest = (ctx: Context): void => {
  const requestId = requestIdOf(ctx);
  ctx.state.requestId = requestId;
  ctx.set(REQUEST_ID, requestId);
};

const logAnswered = (strapi: Core.Strapi, ctx: Context, start: number): void => {
  // The level is checked here, because a log line is formatted before its level is checked.
  if (!strapi.log.isLevelEnabled('http')) return;
  const requestId: string = ctx.state.requestId;
  const isBot = getTokenService(strapi).isRight(ctx.req.headers.authorization);
  logRequest(
    strapi,
    ctx,
    start,
    (ms) => `${ctx.method} ${ctx.path} ${ctx.status} (${ms} ms) ${requestId}`,
    { requestId, path: ctx.path, actor: isBot ? 'bot' : null }
  );
};

/** Deprecation headers: RFC 9745 (`Deprecation` and the link relation) and RFC 8594 (`Sunset`). */
const deprecationHeaders = ({ since, sunset, link }: Deprecation): Record<string, string> => ({
  // Date format of RFC 9651, section 3.3.7.
  Deprecation: `@${Math.floor(since.getTime() / 1000)}`,
  ...(sunset && { Sunset: sunset.toUTCString() }),
  ...(link !== undefined && { Link: `<${link}>; rel="deprecation"` }),
});

/** Adds deprecation headers to any answer, including errors, of a deprecated operation. */
const noteDeprecation = (ctx: Context): void => {
  const { deprecation }: { deprecation?: Deprecation } = ctx.state.route?.config ?? {};
  for (const [name, value] of Object.entries(deprecation ? deprecationHeaders(deprecation) : {})) {
    // Headers are appended, because lists already have a Link header.
    ctx.append(name, value);
  }
};

/**
 * Prevents caching of answers, because they require the token and a shared cache would give them to anyone. Public
 * routes such as health set their own `Cache-Control`.
 */
const keepOutOfCaches = (ctx: Context): void => {
  if (ctx.state.route?.config.isPublic === true && ctx.response.get('Cache-Control') !== '') return;
  ctx.set('Cache-Control', 'private, no-store');
  ctx.vary('Authorization');
};

/** Creates a function that runs `work` to answer a request, and sends an error answer if `work` throws. */
const createAnswer =
  (strapi: Core.Strapi) =>
  async (ctx: Context, work: () => Promise<unknown>): Promise<void> => {
    nameRequest(ctx);
    await drainRequestBody(ctx, async () => {
      try {
        await work();
        refuseForeignAnswer(ctx);
      } catch (error) {
        answerError(strapi, ctx, error);
      }
    });
    keepOutOfCaches(ctx);
    noteDeprecation(ctx);
  };

/** Middleware for a site whose plugin is not configured: answers all requests under the protocol's path with 503. */
export const createRefusal = (strapi: Core.Strapi): Middleware => {
  const isProtocolPath = createProtocolPathTest(strapi);
  const answer = createAnswer(strapi);
  return (ctx, next) =>
    isProtocolPath(ctx.path)
      ? answer(ctx, () => Promise.reject(protocolError('token-not-configured')))
      : next();
};

/**
 * Middleware that handles all requests under the protocol's path before Strapi's own middlewares, and rejects
 * violations of HTTP under any path. A single function, because each middleware slows every request.
 */
export const createProtocolChain = (strapi: Core.Strapi): Middleware => {
  const isProtocolPath = createProtocolPathTest(strapi);
  const isHealth = createHealthTest(strapi);
  const answer = createAnswer(strapi);
  const limit = createRateLimit(strapi);
  const listeners = listenersOf(strapi);

  const answerAndCount = async (ctx: Context, work: () => Promise<unknown>): Promise<void> => {
    const start = performance.now();
    await answer(ctx, work);
    // Health checks are not counted, because monitors send them often.
    if (!isHealth(ctx)) {
      const code = countRequest(strapi, ctx);
      const milliseconds = performance.now() - start;
      for (const listener of listeners) listener(ctx, milliseconds, code);
    }
    logAnswered(strapi, ctx, start);
  };

  return (ctx, next) => {
    const error = brokenRuleOf(ctx);
    if (error !== undefined) return answerAndCount(ctx, () => Promise.reject(error));
    if (isProtocolPath(ctx.path)) {
      return answerAndCount(ctx, () =>
        getGracefulShutdownService(strapi).run(async () => limit(ctx, next))
      );
    }
    sendContinue(ctx);
    return next();
  };
};
