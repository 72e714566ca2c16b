import type { IncomingMessage, ServerResponse } from 'node:http';

import { verifyWebhook, type ReceivedChange } from './verify';

export interface WebhookOptions {
  /** Accepted secrets (`whsec_...`): the current one, and during a rotation also the previous one. */
  secrets: readonly string[];
  /** Called once per change. If it throws or rejects, the site sends the change again later. */
  onChange: (change: ReceivedChange) => void | Promise<void>;
}

const MOST_BYTES = 2 ** 20;
/** Number of change ids kept in memory to detect repetitions. A site repeats a change for at most three days. */
const MOST_IDS = 10_000;

/** Reads a request body; undefined if it exceeds `MOST_BYTES`. */
const bodyOf = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

/**
 * Creates a request handler for `http.createServer` and compatible servers. Answers 204 after a processed change, 401
 * without a valid signature, 405 unless POST, 413 above 1 MiB, and 500 if `onChange` throws.
 */
export const createWebhookHandler = ({ secrets, onChange }: WebhookOptions) => {
  const seen = new Map<string, Promise<void>>();

  /** Calls `onChange` once per change id, also for concurrent deliveries. A change that failed is processed again. */
  const receive = (change: ReceivedChange): Promise<void> => {
    const known = seen.get(change.id);
    if (known !== undefined) return known;
    const work = Promise.resolve(change).then(onChange);
    seen.set(change.id, work);
    work.catch(() => seen.delete(change.id));
    const [oldest] = seen.keys();
    if (seen.size > MOST_IDS && oldest !== undefined) seen.delete(oldest);
    return work;
  };

  const statusOf = async (request: IncomingMessage): Promise<number> => {
    if (request.method !== 'POST') return 405;
    const body = await bodyOf(request);
    if (body === undefined) return 413;
    let change: ReceivedChange;
    try {
      change = verifyWebhook(body, request.headers, secrets);
    } catch {
      return 401;
    }
    return receive(change).then(
      () => 204,
      () => 500
    );
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const status = await statusOf(request);
    response.writeHead(status, status === 413 ? { Connection: 'close' } : {}).end();
  };
};
