/** What the features may use of HTTP. */
export { whileSending } from './bodies/body-reading';
export { fileTooLarge } from './bodies/read-form';
export { isForm, type ReceivedForm } from './bodies/received-form';
export { clientGone } from './connections/client-aborted';
export { toProtocolError } from './errors/error-response';
export { getHealthService } from './health/health';
export { answerOf } from './idempotency/middleware';
export { getIdempotencyService } from './idempotency/idempotency';
export { getSiteService } from './site';
export type { RequestCounts } from './statistics/counts';
export { getRequestStatisticsService } from './statistics/statistics';
export { getSwitchesService, type Switches } from './switches/switches';
