import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

/** What a connection says whose other end has closed it, or has sent what cannot be parsed. */
const GONE = /^(?:ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE|HPE_\w+)$/;

const isOfGoneClient = (error: NodeJS.ErrnoException | null | undefined): boolean =>
  GONE.test(String(error?.code));

/**
 * Keeps clients that go away out of the log. Koa would print an error with its stack, and log an answer of
 * 500 that nobody receives. The site's own errors are answered and logged earlier.
 */
export const ignoreAbortedRequests = ({ server: { app } }: Core.Strapi): void => {
  const print = app.onerror.bind(app);
  app.onerror = (error: NodeJS.ErrnoException) => {
    if (!isOfGoneClient(error)) {
      print(error);
    }
  };

  const answer: (this: Context, error: Error) => void = Reflect.get(app.context, 'onerror');
  app.context.onerror = function (this: Context, error: NodeJS.ErrnoException) {
    const { socket } = this.res;
    if (!isOfGoneClient(error) || (socket !== null && !socket.destroyed)) {
      answer.call(this, error);
    }
  };
};
