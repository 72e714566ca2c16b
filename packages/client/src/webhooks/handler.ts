import type { IncomingMessage, ServerResponse } from 'node:http';

import { verifyWebhook, type ReceivedChange } from './verify';

export interface WebhookOptions {
  /** Secret of the site (`whsec_...`), and the previous one while it is replaced. */
  secrets: readonly string[];
  /** Called once per change. If it throws, the site sends the change again later. */
  onChange: (change: ReceivedChange) => void | Promise<void>;
}

const MOST_BYTES = 2 ** 20;
/** Ids of changes that are remembered. A site repeats a change for at most three days. */
const MOST_IDS = 10_000;

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
 * Creates a handler for `http.createServer` and compatible servers. Answers 204 after a processed change, 401 to a
 * request without a valid signature, and 500 if `onChange` throws.
 */
export const createWebhookHandler = ({ secrets, onChange }: WebhookOptions) => {
  const seen = new Map<string, Promise<void>>();

  /** Processes a change once, however often it is delivered. */
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
