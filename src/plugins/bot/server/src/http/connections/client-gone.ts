import type { ServerResponse } from 'node:http';

/** A signal that is aborted when the client goes away before it has its whole answer. */
export const clientGone = (res: ServerResponse): AbortSignal => {
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) {
      gone.abort();
    }
  });
  return gone.signal;
};
