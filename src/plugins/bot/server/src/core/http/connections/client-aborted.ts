import type { Context } from 'koa';

/**
 * A signal that is aborted when the client disconnects before the complete answer. Undefined for a request with an
 * `Idempotency-Key`, because its client retries to get the result.
 */
export const clientDisconnectSignal = ({
  res,
  state,
}: Pick<Context, 'res' | 'state'>): AbortSignal | undefined => {
  if (state.recordAnswer !== undefined) {
    return undefined;
  }
  const disconnect = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) {
      disconnect.abort();
    }
  });
  return disconnect.signal;
};
