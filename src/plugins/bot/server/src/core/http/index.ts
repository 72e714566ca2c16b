/** HTTP functions of the core that features may import. */
export { whileSending } from './bodies/body-reading';
export { asForm, fileTooLarge, isForm, type ReceivedForm } from './bodies/read-form';
export { clientDisconnectSignal } from './connections/aborted-requests';
export { getGracefulShutdownService } from './connections/graceful-shutdown';
export { answerError, toProtocolError } from './errors';
export { answerOf, createIdempotency } from './idempotency/middleware';
export { getIdempotencyService } from './idempotency/idempotency';
export { listenersOf, requestIdOf, routeOf, type Listener } from './request-log';
export { getSiteService } from './site';
export { getRequestStatisticsService } from './statistics';
export { getSwitchesService } from './switches';
export { assertToken, createTokenCheck } from './token';
