import http from 'node:http';
import https from 'node:https';

import type { FeedItem } from '@fleet-bot/protocol';
import { Webhook } from 'standardwebhooks';

import type { Endpoint } from './settings';

/** Seconds that a receiver has for its answer (Standard Webhooks 1.0.0, "Request timeouts": 15 to 30). */
const TIMEOUT_SECONDS = 15;
/** Bytes of an answer that are read, to keep the connection; nobody looks at them. */
const ANSWER_BYTES = 65_536;
const GONE = 410;

export type Outcome =
  | { kind: 'delivered' }
  /** The receiver wants nothing any more. */
  | { kind: 'gone' }
  | { kind: 'failed'; reason: string; retryAfter?: number };

const secondsIn = (retryAfter: string | undefined): number | undefined => {
  if (retryAfter === undefined) {
    return undefined;
  }
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
};

const outcomeOf = ({ statusCode = 0, headers }: http.IncomingMessage): Outcome => {
  if (statusCode >= 200 && statusCode < 300) {
    return { kind: 'delivered' };
  }
  return statusCode === GONE
    ? { kind: 'gone' }
    : {
        kind: 'failed',
        reason: `answered ${statusCode}`,
        retryAfter: secondsIn(headers['retry-after']),
      };
};

/** Makes the function that sends a change to a receiver; it never throws. */
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
        // After an answer this changes nothing any more.
        const fail = (error: Error): void => {
          clearTimeout(deadline);
          resolve({ kind: 'failed', reason: error.message || String(Reflect.get(error, 'code')) });
        };
        sending.on('error', fail);
        // With nobody who listens, Node ends the connection without a word.
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
