import type { Deprecation } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';

import { protocolError } from '../protocol/errors';
import { createProtocolPathTest } from '../protocol/path';

import { drainRequestBody } from './bodies/drain-request-body';
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

/** Names a request, by the id that came with it or a new one; it is in `ctx.state.requestId`. */
const nameRequest = (ctx: Context): void => {
  const requestId = requestIdOf(ctx);
  ctx.state.requestId = requestId;
  ctx.set(REQUEST_ID, requestId);
};

const logAnswered = (strapi: Core.Strapi, ctx: Context, start: number): void => {
  // A line is formatted before its level is looked at.
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

/** The headers that tell of it: RFC 9745 (`Deprecation`, the relation), RFC 8594 (`Sunset`). */
const deprecationHeaders = ({ since, sunset, link }: Deprecation): Record<string, string> => ({
  // A date of RFC 9651, section 3.3.7.
  Deprecation: `@${Math.floor(since.getTime() / 1000)}`,
  ...(sunset && { Sunset: sunset.toUTCString() }),
  ...(link !== undefined && { Link: `<${link}>; rel="deprecation"` }),
});

/** Tells in an answer, of an error too, that the route is to go, if its operation says so. */
const noteDeprecation = (ctx: Context): void => {
  const { deprecation }: { deprecation?: Deprecation } = ctx.state.route?.config ?? {};
  for (const [name, value] of Object.entries(deprecation ? deprecationHeaders(deprecation) : {})) {
    // A list has a Link of its own.
    ctx.append(name, value);
  }
};

/**
 * Keeps an answer out of all caches: it is for whoever shows the token, and a cache that stands in
 * front would give it to anybody. What is for everybody, such as health, says so itself.
 */
const keepOutOfCaches = (ctx: Context): void => {
  if (ctx.state.route?.config.isPublic === true && ctx.response.get('Cache-Control') !== '') return;
  ctx.set('Cache-Control', 'private, no-store');
  ctx.vary('Authorization');
};

/** Answers a request by `work`, or by the error that it ends with. */
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

/** Answers every request under the protocol's path 503, on a site whose plugin is not configured. */
export const createRefusal = (strapi: Core.Strapi): Middleware => {
  const isProtocolPath = createProtocolPathTest(strapi);
  const answer = createAnswer(strapi);
  return (ctx, next) =>
    isProtocolPath(ctx.path)
      ? answer(ctx, () => Promise.reject(protocolError('token-not-configured')))
      : next();
};

/**
 * Handles every request under the protocol's path before Strapi's own middlewares, and requests that HTTP
 * forbids under any path. One function and not a chain: each middleware makes every request dearer.
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
    // Monitors ask for it.
    if (!isHealth(ctx)) {
      const code = countRequest(strapi, ctx);
      const milliseconds = performance.now() - start;
      for (const listener of listeners) listener(ctx, milliseconds, code);
    }
    logAnswered(strapi, ctx, start);
  };

  return (ctx, next) => {
    const error = brokenRuleOf(ctx);
    if (error !== undefined) {
      return answerAndCount(ctx, () => Promise.reject(error));
    }
    if (isProtocolPath(ctx.path)) {
      return answerAndCount(ctx, () =>
        getGracefulShutdownService(strapi).run(async () => limit(ctx, next))
      );
    }
    sendContinue(ctx);
    return next();
  };
};
