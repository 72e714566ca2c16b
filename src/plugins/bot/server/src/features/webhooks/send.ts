import http from 'node:http';
import https from 'node:https';

import type { FeedItem } from '@fleet-bot/protocol';
import { Webhook } from 'standardwebhooks';

import type { Endpoint } from './settings';

/** Timeout of a request in seconds (Standard Webhooks 1.0.0, "Request timeouts": 15 to 30). */
const TIMEOUT_SECONDS = 15;
/** Maximum number of bytes of an answer to read, so that the connection can be reused. The content is ignored. */
const ANSWER_BYTES = 65_536;
const GONE = 410;

export type Outcome =
  | { kind: 'delivered' }
  /** Result if the receiver wants no more changes (410). */
  | { kind: 'gone' }
  | { kind: 'failed'; reason: string; retryAfter?: number };

const secondsIn = (retryAfter: string | undefined): number | undefined => {
  if (retryAfter === undefined) return undefined;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
};

const outcomeOf = ({ statusCode = 0, headers }: http.IncomingMessage): Outcome => {
  if (statusCode >= 200 && statusCode < 300) return { kind: 'delivered' };
  return statusCode === GONE
    ? { kind: 'gone' }
    : {
        kind: 'failed',
        reason: `answered ${statusCode}`,
        retryAfter: secondsIn(headers['retry-after']),
      };
};

/** Makes the functions that send changes to a receiver. `send` never throws. */
export const createSender = ({ url, secrets }: Endpoint, connections: number) => {
  const { request, Agent } = url.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const signers = secrets.map((secret) => new Webhook(secret));

  const headersOf = (id: string, content: string): http.OutgoingHttpHeaders => {
    const now = new Date();
    return {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(content),
      'user-agent': 'strapi-plugin-fleet-bot',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signers.map((signer) => signer.sign(id, now, content)).join(' '),
    };
  };

  return {
    send: ({ id, ...payload }: FeedItem): Promise<Outcome> =>
      new Promise((resolve) => {
        const content = JSON.stringify(payload);
        const sending = request(url, { method: 'POST', agent, headers: headersOf(id, content) });
        const deadline = setTimeout(() => {
          fail(new Error(`no answer in ${TIMEOUT_SECONDS} seconds`));
          sending.destroy();
        }, TIMEOUT_SECONDS * 1000);
        // Resolving again after an answer has no effect.
        const fail = (error: Error): void => {
          clearTimeout(deadline);
          resolve({ kind: 'failed', reason: error.message || String(Reflect.get(error, 'code')) });
        };
        sending.on('error', fail);
        // Node would close the connection without any event if nobody listened to `upgrade`.
        sending.on('upgrade', (answer, socket) => {
          clearTimeout(deadline);
          socket.destroy();
          resolve(outcomeOf(answer));
        });
        sending.on('response', (answer) => {
          let length = 0;
          answer.on('error', fail);
          answer.on('data', (chunk: Buffer) => {
            length += chunk.length;
            if (length > ANSWER_BYTES) {
              answer.destroy();
            }
          });
          answer.on('close', () => {
            clearTimeout(deadline);
            resolve(outcomeOf(answer));
          });
        });
        sending.end(content);
      }),

    close: (): void => agent.destroy(),
  };
};
