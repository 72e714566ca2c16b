import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Requests whose sender waits for permission to send the body. */
const waiting = new WeakSet<IncomingMessage>();

/**
 * Leaves `Expect: 100-continue` (RFC 9110, section 10.1.1) and other expectations to the middlewares. Node
 * would permit the body at once, and refuse the others itself.
 */
export const deferContinue = (server: Server): void => {
  const pass = (req: IncomingMessage, res: ServerResponse) => server.emit('request', req, res);
  server.on('checkContinue', (req, res) => {
    waiting.add(req);
    pass(req, res);
  });
  server.on('checkExpectation', pass);
};

/** Lets the client send its body, once, if it waits for that. */
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
