import type { OperationId } from '@fleet-bot/protocol';

import { errorOf, type BotError } from './errors';
import { exchange } from './exchange';
import { persist, type Patience } from './retry';
import { ROUTES } from './tables';
import type { Answered, AnswerOf, BodyOf, QueryOf } from './types';

export interface CallOptions {
  /** Aborts the call. The site may have executed the request anyway. */
  signal?: AbortSignal;
  /** `Idempotency-Key` of a bot that stores its keys to survive a crash. Default: a new key. */
  key?: string;
}

/** Input of a call in addition to its options. */
export interface CallInput<Id extends OperationId> extends CallOptions {
  /** Value for `:id` in the path. */
  id?: string;
  query?: QueryOf<Id>;
  body?: BodyOf<Id> | FormData | Blob;
  headers?: Record<string, string>;
  /** Timeout of one attempt in milliseconds. Default: 30 seconds, plus the time to send a large body. */
  timeout?: number;
  /** Retry limits of this call, in place of those of the client. */
  patience?: Partial<Patience>;
}

/** A successful answer with its body. */
export interface Done<Body> extends Answered {
  body: Body;
}

export interface CallerOptions {
  /** URL of the site, including its path. */
  address: string;
  token: string;
  /** Replacement for the global `fetch`. */
  fetch?: typeof fetch;
  patience?: Partial<Patience>;
  /** Called with the error of each failed attempt that will be retried. */
  onRetry?: (error: BotError) => void;
}

/** Timeout of one attempt in milliseconds. Safe, because the next attempt with the same key gets the answer. */
const TRY = 30_000;
/** Bytes per millisecond on the slowest supported connection. */
const SLOWEST_LINE = 32;

const bytesOf = (body: unknown): number =>
  body instanceof FormData
    ? [...body.values()].reduce((sum, value) => sum + bytesOf(value), 0)
    : body instanceof Blob
      ? body.size
      : 0;

/** Default limits in milliseconds: `timeout` for one attempt, `within` for all attempts of a request. */
export const timesOf = (method: string, body?: unknown) => {
  const timeout = TRY + bytesOf(body) / SLOWEST_LINE;
  return { timeout, within: ['GET', 'HEAD'].includes(method) ? timeout : 4 * timeout };
};

/** Creates the function that calls any operation. @throws TypeError if the site's URL is not http(s) */
export const createCaller = (options: CallerOptions) => {
  const root = `${options.address.replace(/\/+$/, '')}/api/bot`;
  const { protocol } = new URL(root);
  if (!/^https?:$/.test(protocol))
    throw new TypeError(`${options.address} is no address of a site`);

  /** Calls an operation. Retries temporary failures with the same key. @throws BotError of the last attempt */
  return async <Id extends OperationId>(
    operation: Id,
    { id = '', query, body, headers, key, timeout, patience: limits, signal }: CallInput<Id> = {}
  ): Promise<Done<AnswerOf<Id>>> => {
    const { method, path, isPublic, takesKey } = ROUTES[operation];
    const requestId = crypto.randomUUID();
    const usedKey = takesKey ? (key ?? crypto.randomUUID()) : undefined;
    const times = timesOf(method, body);
    const url = new URL(root + path.replace(':id', encodeURIComponent(id)));
    for (const [name, value] of Object.entries<unknown>(query ?? {})) {
      const text = value instanceof Date ? value.toISOString() : String(value);
      if (value !== undefined) url.searchParams.set(name, text);
    }
    const isRaw = body instanceof FormData || body instanceof Blob;
    const request = {
      fetch: options.fetch ?? fetch,
      address: url.href,
      method,
      headers: {
        Accept: 'application/json',
        'X-Request-Id': requestId,
        ...(!isPublic && { Authorization: `Bearer ${options.token}` }),
        ...(usedKey !== undefined && { 'Idempotency-Key': usedKey }),
        ...(body !== undefined && !isRaw && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: isRaw ? body : JSON.stringify(body),
      requestId,
      signal,
    };
    const attempt = async (left: number) => {
      const most = Math.min(timeout ?? times.timeout, left);
      const answer = await exchange({ ...request, timeout: most });
      if (answer.status >= 200 && answer.status < 300) return answer as Done<AnswerOf<Id>>;
      throw Object.assign(errorOf(answer, requestId), { key: usedKey });
    };
    const bounds = { within: times.within, ...options.patience, ...limits };
    return persist(attempt, bounds, { signal, onRetry: options.onRetry });
  };
};

export type Call = ReturnType<typeof createCaller>;
