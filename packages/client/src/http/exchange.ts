import { BotError } from './errors';
import type { Answered } from './types';

export interface Exchange extends RequestInit {
  fetch: typeof fetch;
  address: string;
  /** Milliseconds within which the complete answer must arrive. */
  timeout: number;
  requestId: string;
  signal?: AbortSignal;
}

const parse = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Sends a request once, without redirects, as the token is for this site. @throws `no-answer`, or the abort reason */
export const exchange = async (request: Exchange): Promise<Answered> => {
  const { fetch: send, address, timeout, requestId, signal, ...init } = request;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const late = new Error(`No answer within ${Math.round(timeout / 1_000)} seconds`);
  const timer = setTimeout(() => controller.abort(late), timeout);
  try {
    const answer = await send(address, { ...init, redirect: 'manual', signal: controller.signal });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: parse(text) };
  } catch (error) {
    signal?.throwIfAborted();
    const cause = (error as Error).cause ?? error;
    const { message, code, name } = cause as NodeJS.ErrnoException;
    throw new BotError({
      code: 'no-answer',
      // The message is empty (AggregateError) if all IP addresses refused the connection, and unreadable from OpenSSL.
      message: (/^ERR_SSL/.test(String(code)) ? code : message) || (code ?? name),
      status: 0,
      requestId,
      cause,
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
};
