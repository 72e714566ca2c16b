/** What the features may use of HTTP. */
export { listenersOf, type Listener } from './answered';
export { whileSending } from './bodies/body-reading';
export { fileTooLarge, isForm, type ReceivedForm } from './bodies/read-form';
export { clientGone } from './connections/client-aborted';
export { toProtocolError } from './errors';
export { getHealthService } from './health';
export { answerOf } from './idempotency/middleware';
export { getIdempotencyService } from './idempotency/idempotency';
export { routeOf } from './request-log';
export { getSiteService } from './site';
export { getRequestStatisticsService } from './statistics';
export { getSwitchesService } from './switches';
export { assertToken, createTokenCheck } from './token';
