import type { Core } from '@strapi/strapi';
import type { Middleware, Next } from 'koa';

import { protocolError } from '../protocol/errors';
import { createProtocolPathTest } from '../protocol/path';

import { createAccessLog } from './access-log';
import { createRequestBodyDrain } from './bodies/drain-request-body';
import { sendContinue } from './bodies/expect-continue';
import { createRunningRequests } from './connections/running-requests';
import { createDeprecationNotice } from './deprecation';
import { createErrorEnvelope } from './errors/error-envelope';
import { brokenRuleOf } from './http-rules';
import { createRateLimit } from './limits/middleware';
import { createNoStore } from './no-store';
import { createRequestId } from './request-id';
import { createRequestStatistics } from './statistics/middleware';

const chainOf =
  (middlewares: Middleware[]): Middleware =>
  (ctx, next) =>
    middlewares.reduceRight<Next>((after, middleware) => () => middleware(ctx, after), next)();

/** Answers every request under the protocol's path 503, on a site whose plugin is not configured. */
export const createRefusal = (strapi: Core.Strapi): Middleware => {
  const isProtocolPath = createProtocolPathTest(strapi);
  const answer = chainOf([
    createRequestId(),
    createRequestBodyDrain(),
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
    createRequestId(),
    createAccessLog(strapi),
    createRequestStatistics(strapi),
    createRequestBodyDrain(),
    createDeprecationNotice(),
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
