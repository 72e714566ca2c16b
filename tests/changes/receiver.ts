import { once } from 'node:events';
import http from 'node:http';

import { Webhook } from 'standardwebhooks';

import { freePort } from '../support/port';
import { owes } from '../support/running';

export const SECRET = `whsec_${Buffer.alloc(32, 'one secret').toString('base64')}`;
export const OTHER_SECRET = `whsec_${Buffer.alloc(32, 'other secret').toString('base64')}`;

/** A received webhook. */
export interface Arrived {
  /** Id of the change. */
  id: string;
  type: string;
  timestamp: string;
  data: { id: string; title: string | null; externalId: string | null; by: { who: string } };
  /** Status of the receiver's answer. */
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The receiver's answer to a webhook: a status, or a status with headers. */
export type Reply = number | { status: number; headers?: Record<string, string> } | 'hang-up';

/** Starts a receiver of webhooks on 127.0.0.1, which rejects requests without a valid Standard Webhooks signature. */
export const startReceiver = async (secret = SECRET) => {
  const port = await freePort();
  const verifier = new Webhook(secret);
  const arrived: Arrived[] = [];
  let reply: (arrived: Arrived) => Reply | Promise<Reply> = () => 204;

  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const answer = async () => {
        const payload = verifier.verify(body, headers) as Omit<Arrived, 'id'>;
        const one = { ...payload, id: String(headers['webhook-id']), status: 0, headers, body };
        const reaction = await reply(one);
        if (reaction === 'hang-up') {
          arrived.push(one);
          request.socket.destroy();
          return;
        }
        const { status, headers: added = {} } =
          typeof reaction === 'number' ? { status: reaction } : reaction;
        one.status = status;
        arrived.push(one);
        response.writeHead(status, added).end();
      };
      answer().catch(() => response.writeHead(401).end());
    });
  });
  const listen = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  await listen();
  const stop = async () => {
    settled();
    if (server.listening) await close();
  };
  const settled = owes(stop);

  return {
    url: `http://127.0.0.1:${port}/hook`,
    arrived,
    /** Returns the accepted webhooks of one subject. */
    takenOf: (subject: string): Arrived[] =>
      arrived.filter(({ data, status }) => data.id === subject && status === 204),
    answer(next: typeof reply): void {
      reply = next;
    },
    /** Closes the port until `open` is called. */
    close,
    open: listen,
    stop,
  };
};

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
