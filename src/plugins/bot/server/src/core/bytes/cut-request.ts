import type { IncomingMessage } from 'node:http';

/**
 * Whether the client disconnected before the body was read completely. Reading such a request never ends, because its
 * events have already been emitted.
 */
export const isCut = ({ destroyed, readableEnded }: IncomingMessage): boolean =>
  destroyed && !readableEnded;
