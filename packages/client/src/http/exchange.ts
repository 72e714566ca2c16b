import { BotError } from './errors';

/** A request as it goes out. */
export interface Exchange {
  fetch: typeof fetch;
  address: string;
  method: string;
  headers: Record<string, string>;
  body?: FormData | Blob | string;
  /** Milliseconds until the whole answer must be there. */
  timeout: number;
  requestId: string;
  signal?: AbortSignal;
}

/** An answer with its body, read and parsed: JSON, else text; `undefined` where there is none. */
export interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}

const parse = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/**
 * Sends a request once. No redirect is followed: the token is for this site only.
 * @throws BotError `no-answer`; the reason of `signal` when that aborts
 */
export const exchange = async (request: Exchange): Promise<Answered> => {
  const { fetch: send, address, method, headers, body, timeout, requestId, signal } = request;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const late = new Error(`No answer within ${timeout / 1_000} seconds`);
  const timer = setTimeout(() => controller.abort(late), timeout);
  try {
    const answer = await send(address, {
      method,
      headers,
      body,
      redirect: 'manual',
      signal: controller.signal,
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: parse(text) };
  } catch (error) {
    signal?.throwIfAborted();
    const cause = (error as Error).cause ?? error;
    const { message } = cause as Error;
    throw new BotError({ code: 'no-answer', message, status: 0, requestId, cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
};
