import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

/** Error codes of a connection that the client closed, or on which it sent unparsable data. */
const GONE = /^(?:ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE|HPE_\w+)$/;

const isClientDisconnect = (error: NodeJS.ErrnoException | null | undefined): boolean =>
  GONE.test(String(error?.code));

/**
 * Keeps client disconnects out of the log. Koa would print the error with its stack, and log an answer of 500 that no
 * client receives. Errors of the site itself do not reach Koa's error handlers: the site answers and logs them earlier.
 */
export const ignoreAbortedRequests = ({ server: { app } }: Core.Strapi): void => {
  const print = app.onerror.bind(app);
  app.onerror = (error: NodeJS.ErrnoException) => {
    if (!isClientDisconnect(error)) {
      print(error);
    }
  };

  const answer: (this: Context, error: Error) => void = Reflect.get(app.context, 'onerror');
  app.context.onerror = function (this: Context, error: NodeJS.ErrnoException) {
    const { socket } = this.res;
    if (!isClientDisconnect(error) || (socket !== null && !socket.destroyed)) {
      answer.call(this, error);
    }
  };
};

/**
 * A signal that is aborted when the client disconnects before the complete answer. Undefined for a request with an
 * `Idempotency-Key`, because its client retries to get the result.
 */
export const clientDisconnectSignal = ({
  res,
  state,
}: Pick<Context, 'res' | 'state'>): AbortSignal | undefined => {
  if (state.recordAnswer !== undefined) return undefined;
  const disconnect = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) {
      disconnect.abort();
    }
  });
  return disconnect.signal;
};
