import type { IncomingMessage } from 'node:http';

/**
 * Whether the sender has gone before all of the body was read. Whoever begins to read then waits
 * for ever: what a stream has to say of its end, it has said.
 */
export const isCut = ({ destroyed, readableEnded }: IncomingMessage): boolean =>
  destroyed && !readableEnded;
