import { randomUUID } from 'node:crypto';

import type { Deprecation } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Middleware, Next } from 'koa';

import { protocolError } from '../protocol/errors';
import { createProtocolPathTest } from '../protocol/path';

import { drainRequestBody } from './bodies/drain-request-body';
import { sendContinue } from './bodies/expect-continue';
import { getGracefulShutdownService } from './connections/graceful-shutdown';
import { createErrorEnvelope } from './errors';
import { createHealthTest } from './health';
import { brokenRuleOf } from './http-rules';
import { createRateLimit } from './limits/rate-limit';
import { createRequestStatistics } from './statistics';

const REQUEST_ID = 'X-Request-Id';
/** What is taken from a client: safe in a header, a log line and an error. */
const ACCEPTABLE_ID = /^[\w.:-]{1,128}$/;

/** Names each request, by the id that came with it or a new one; it is in `ctx.state.requestId`. */
const nameRequest: Middleware = (ctx, next) => {
  const received = ctx.get(REQUEST_ID);
  const requestId = ACCEPTABLE_ID.test(received) ? received : randomUUID();
  ctx.state.requestId = requestId;
  ctx.set(REQUEST_ID, requestId);
  return next();
};

/**
 * Logs each request: method, path, status, milliseconds, request id. Never the query string or a header, so a token
 * that was sent in the wrong place stays out.
 */
const createAccessLog =
  ({ log }: Core.Strapi): Middleware =>
  async (ctx, next) => {
    // A line is formatted before its level is looked at.
    if (!log.isLevelEnabled('http')) {
      return next();
    }
    const start = performance.now();
    await next();
    const milliseconds = Math.round(performance.now() - start);
    log.http(`${ctx.method} ${ctx.path} ${ctx.status} (${milliseconds} ms) ${ctx.state.requestId}`);
  };

/** The headers that tell of it: RFC 9745 (`Deprecation`, the relation), RFC 8594 (`Sunset`). */
const deprecationHeaders = ({ since, sunset, link }: Deprecation): Record<string, string> => ({
  // A date of RFC 9651, section 3.3.7.
  Deprecation: `@${Math.floor(since.getTime() / 1000)}`,
  ...(sunset && { Sunset: sunset.toUTCString() }),
  ...(link !== undefined && { Link: `<${link}>; rel="deprecation"` }),
});

/** Tells in each answer of a route, errors too, that it is to go, if its operation says so. */
const noteDeprecation: Middleware = async (ctx, next) => {
  await next();
  const { deprecation }: { deprecation?: Deprecation } = ctx.state.route?.config ?? {};
  for (const [name, value] of Object.entries(deprecation ? deprecationHeaders(deprecation) : {})) {
    // A list has a Link of its own.
    ctx.append(name, value);
  }
};

/**
 * Keeps answers out of all caches: they are for whoever shows the token, and a cache that stands in
 * front would give them to anybody. Only health is for everybody; it says so itself.
 */
const createNoStore = (strapi: Core.Strapi): Middleware => {
  const isHealth = createHealthTest(strapi);
  return async (ctx, next) => {
    await next();
    if (!isHealth(ctx)) {
      ctx.set('Cache-Control', 'private, no-store');
      ctx.vary('Authorization');
    }
  };
};

/** Counts the requests that run, and takes no new ones while the site is stopping. */
const createRunningRequests =
  (strapi: Core.Strapi): Middleware =>
  (_ctx, next) => {
    const leave = getGracefulShutdownService(strapi).enter();
    return next().finally(leave);
  };

const chainOf =
  (middlewares: Middleware[]): Middleware =>
  (ctx, next) =>
    middlewares.reduceRight<Next>(
      (after, middleware) => async () => middleware(ctx, after),
      next
    )();

/** Answers every request under the protocol's path 503, on a site whose plugin is not configured. */
export const createRefusal = (strapi: Core.Strapi): Middleware => {
  const isProtocolPath = createProtocolPathTest(strapi);
  const answer = chainOf([
    nameRequest,
    drainRequestBody,
    createNoStore(strapi),
    createErrorEnvelope(strapi),
  ]);
  return (ctx, next) =>
    isProtocolPath(ctx.path)
      ? answer(ctx, () => Promise.reject(protocolError('token-not-configured')))
      : next();
};

/**
 * What every request under the protocol's path passes, in this order, before Strapi's own
 * middlewares. A request that HTTP itself forbids is answered here whatever its path is.
 */
export const createProtocolChain = (strapi: Core.Strapi): Middleware => {
  const isProtocolPath = createProtocolPathTest(strapi);
  const answer = chainOf([
    nameRequest,
    createAccessLog(strapi),
    createRequestStatistics(strapi),
    drainRequestBody,
    noteDeprecation,
    createNoStore(strapi),
    createErrorEnvelope(strapi),
  ]);
  const limit = chainOf([createRunningRequests(strapi), createRateLimit(strapi)]);

  return (ctx, next) => {
    const error = brokenRuleOf(ctx);
    if (error !== undefined) {
      return answer(ctx, () => Promise.reject(error));
    }
    if (isProtocolPath(ctx.path)) {
      return answer(ctx, () => limit(ctx, next));
    }
    sendContinue(ctx);
    return next();
  };
};
