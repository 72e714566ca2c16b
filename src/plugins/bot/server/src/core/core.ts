import {
  createTemporaryDirectoryService,
  getTemporaryDirectoryService,
} from './bytes/temporary-directory';
import type { Feature } from './feature';
import { deferContinue } from './http/bodies/expect-continue';
import { ignoreAbortedRequests } from './http/connections/aborted-requests';
import { createGracefulShutdownService } from './http/connections/graceful-shutdown';
import { limitConnectionTime } from './http/connections/time-limits';
import { answerUnparsedRequests } from './http/connections/unparsed-request';
import { answerDatabaseErrors } from './http/errors';
import { createFallbackController } from './http/refusals';
import { createHealthController } from './http/health';
import { createIdempotencyService, getIdempotencyService } from './http/idempotency/idempotency';
import { createProtocolChain } from './http/protocol-chain';
import { createRateLimitService } from './http/rate-limit';
import { createSiteService } from './http/site';
import { createRequestStatisticsService, getRequestStatisticsService } from './http/statistics';
import { bypassStrapiMiddlewares } from './http/strapi-bypass';
import { createSwitchesService, getSwitchesService } from './http/switches';
import { createTokenService } from './http/token';
import { addCoreExaminations } from './readiness';
import { createStorageService } from './storage/storage';
import { createEntryEventService } from './strapi/entry-events';
import { hideFromGraphql } from './strapi/hidden/graphql';
import { hideInternalAttributes } from './strapi/hidden/internal-attributes';
import { routeByProtocolRouter } from './strapi/http/protocol-router';
import { keepOutOfCaches } from './strapi/http/strapi-cache';
import { createMediaEventsService } from './strapi/media-events';
import { createProbeService } from './strapi/probes';
import { refuseSavesOfMissingEntries } from './strapi/panel/saves-of-missing-entries';

/**
 * Core of the plugin, declared as a feature: database, HTTP, storage and access to Strapi. All other features build on
 * the core.
 */
const core: Feature = {
  name: 'core',
  isRequired: true,
  contentTypes: {
    'idempotency-record': {
      description: 'A request with an Idempotency-Key, and its answer once there is one',
      attributes: {
        key: { type: 'string', required: true, column: { unique: true } },
        fingerprint: { type: 'string', required: true },
        claim: { type: 'string', required: true },
        answer: { type: 'json' },
        expiresAt: { type: 'datetime', required: true },
      },
      indexes: { bot_idempotency_expires_at_index: ['expires_at'] },
    },
    lock: {
      description:
        'Rows that are locked, never read: MySQL has no advisory lock that ends with a transaction',
      attributes: {
        name: { type: 'string', required: true, column: { unique: true } },
      },
    },
    state: {
      description: 'What the plugin counts and how far it has come; its document id says what of',
      attributes: {
        value: { type: 'text', required: true },
      },
      uniqueIndexes: { bot_states_of_index: ['document_id'] },
    },
  },
  operations: { checkHealth: 'health.check' },
  controllers: { fallback: createFallbackController, health: createHealthController },
  services: {
    entryEvents: createEntryEventService,
    gracefulShutdown: createGracefulShutdownService,
    idempotency: createIdempotencyService,
    mediaEvents: createMediaEventsService,
    probes: createProbeService,
    rateLimit: createRateLimitService,
    requestStatistics: createRequestStatisticsService,
    site: createSiteService,
    storage: createStorageService,
    switches: createSwitchesService,
    temporaryDirectory: createTemporaryDirectoryService,
    token: createTokenService,
  },

  register(strapi) {
    addCoreExaminations(strapi);
    hideFromGraphql(strapi);
    answerDatabaseErrors(strapi);
    refuseSavesOfMissingEntries(strapi);
    bypassStrapiMiddlewares(strapi);
    keepOutOfCaches(strapi);
    strapi.server.use(createProtocolChain(strapi));
    routeByProtocolRouter(strapi);
    limitConnectionTime(strapi);
    deferContinue(strapi.server.httpServer);
    answerUnparsedRequests(strapi);
    ignoreAbortedRequests(strapi);
  },
  bootstrap: hideInternalAttributes,
  companions: (strapi) => [
    getTemporaryDirectoryService(strapi),
    getIdempotencyService(strapi),
    getRequestStatisticsService(strapi),
    getSwitchesService(strapi),
  ],
  workers: (strapi) => [
    { start: () => getIdempotencyService(strapi).dropAbandonedClaims(), stop: () => undefined },
  ],
  sweeps: { botIdempotencySweep: (strapi) => getIdempotencyService(strapi).sweep() },
};

export default core;
