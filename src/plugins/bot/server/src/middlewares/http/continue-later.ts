import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * A client that sends `Expect: 100-continue` waits for leave to send its body. Node gives it at
 * once; under the protocol's path it is given only when the body is wanted, after the token and
 * the length were looked at (RFC 9110, section 10.1.1). See `body-reading.ts`.
 */
export const continueLater = (server: Server, isProtocolPath: (path: string) => boolean): void => {
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    if (!isProtocolPath(req.url?.split('?', 1)[0] ?? '')) {
      res.writeContinue();
    }
    server.emit('request', req, res);
  });
};
