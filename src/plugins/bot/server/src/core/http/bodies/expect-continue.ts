import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Requests whose sender waits for permission to send the body. */
const waiting = new WeakSet<IncomingMessage>();

/**
 * A client that sends `Expect: 100-continue` waits for permission to send its body (RFC 9110, section
 * 10.1.1). Node would give it at once, and would refuse other expectations by itself; both are
 * left to the middlewares. HTTP/1.0 knows neither, and Node does not ask for it.
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
