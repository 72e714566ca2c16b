import type { Context } from 'koa';

/**
 * A signal that is aborted when the client goes away before it has its whole answer; undefined for
 * a request with an `Idempotency-Key`, whose client asks again for what has become of it.
 */
export const clientGone = ({
  res,
  state,
}: Pick<Context, 'res' | 'state'>): AbortSignal | undefined => {
  if (state.recordAnswer !== undefined) {
    return undefined;
  }
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) {
      gone.abort();
    }
  });
  return gone.signal;
};
