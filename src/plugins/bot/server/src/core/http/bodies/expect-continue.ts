import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Requests whose clients wait for 100 Continue. */
const waiting = new WeakSet<IncomingMessage>();

/**
 * Passes `Expect: 100-continue` (RFC 9110, section 10.1.1) and other expectations to the middlewares. By default Node
 * permits the body at once and rejects other expectations.
 */
export const deferContinue = (server: Server): void => {
  const pass = (req: IncomingMessage, res: ServerResponse) => server.emit('request', req, res);
  server.on('checkContinue', (req, res) => {
    waiting.add(req);
    pass(req, res);
  });
  server.on('checkExpectation', pass);
};

/** Sends 100 Continue if the client waits for it, at most once. */
export const sendContinue = ({
  req,
  res,
}: {
  req: IncomingMessage;
  res: Pick<ServerResponse, 'writeContinue'>;
}): void => {
  if (waiting.delete(req)) {
    res.writeContinue();
  }
};
