import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

/** What a connection says whose other end has closed it, or has sent what cannot be parsed. */
const GONE = /^(?:ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE|HPE_\w+)$/;

const isOfGoneClient = (error: NodeJS.ErrnoException | null | undefined): boolean =>
  GONE.test(String(error?.code));

/**
 * Koa prints the error of a connection that ends before its answer was sent, with a stack, and
 * makes the answer, which nobody gets any more, a 500, as which it is logged. That a client goes
 * away is no error of this site, and nothing that a client should fill the log with.
 * Errors of the site itself are answered and logged before they get to Koa.
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
