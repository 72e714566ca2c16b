import type { OperationId } from '@fleet-bot/protocol';

import { errorOf } from './errors';
import { exchange, type Answered } from './exchange';
import { persist, type Patience } from './retry';
import { ROUTES } from './tables';
import type { AnswerOf, BodyOf, QueryOf } from './types';

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call. The site may have executed the request anyway. */
  signal?: AbortSignal;
  /** `Idempotency-Key` of a bot that stores its keys to survive a crash. Default: a new key. */
  key?: string;
}

/** Input of a call in addition to its options. */
export interface Ask<Id extends OperationId> extends CallOptions {
  id?: string;
  query?: QueryOf<Id>;
  body?: BodyOf<Id> | FormData | Blob;
  headers?: Record<string, string>;
  /** Timeout of one attempt in milliseconds. */
  timeout?: number;
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
  /** Replacement for the platform's `fetch`. */
  fetch?: typeof fetch;
  patience?: Partial<Patience>;
}

/** Timeout in milliseconds, longer than the site waits for its database and storage. */
const TIMEOUT = 2 * 60_000;
const PATIENCE: Patience = { tries: 8, within: 10 * 60_000, firstPause: 500 };

const textOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : String(value);

const queryOf = (query: object = {}): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, textOf(value));
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
};

const isJson = (body: unknown): boolean =>
  body !== undefined && !(body instanceof FormData) && !(body instanceof Blob);

/**
 * Creates the function that calls any operation.
 * @throws TypeError if the site's URL is not http(s)
 */
export const createCaller = (options: CallerOptions) => {
  const root = `${options.address.replace(/\/+$/, '')}/api/bot`;
  const { protocol } = new URL(root);
  if (!/^https?:$/.test(protocol))
    throw new TypeError(`${options.address} is no address of a site`);

  /**
   * Calls an operation, and retries errors that may pass. All attempts send the same idempotency key.
   * @throws BotError if the last attempt has failed
   */
  return async <Id extends OperationId>(
    operation: Id,
    { id = '', query, body, headers, key, timeout = TIMEOUT, patience, signal }: Ask<Id> = {}
  ): Promise<Done<AnswerOf<Id>>> => {
    const { method, path, isPublic, takesKey } = ROUTES[operation];
    const requestId = crypto.randomUUID();
    const usedKey = takesKey ? (key ?? crypto.randomUUID()) : undefined;
    const request = {
      fetch: options.fetch ?? fetch,
      address: root + path.replace(':id', encodeURIComponent(id)) + queryOf(query),
      method,
      headers: {
        Accept: 'application/json',
        'X-Request-Id': requestId,
        ...(!isPublic && { Authorization: `Bearer ${options.token}` }),
        ...(usedKey !== undefined && { 'Idempotency-Key': usedKey }),
        ...(isJson(body) && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: isJson(body) ? JSON.stringify(body) : (body as FormData | Blob | undefined),
      timeout,
      requestId,
      signal,
    };
    const attempt = async () => {
      const answer = await exchange(request);
      if (answer.status < 200 || answer.status >= 300) {
        throw Object.assign(errorOf(answer, requestId), { key: usedKey });
      }
      return answer as Done<AnswerOf<Id>>;
    };
    return persist(attempt, { ...PATIENCE, ...options.patience, ...patience }, signal);
  };
};

export type Call = ReturnType<typeof createCaller>;
