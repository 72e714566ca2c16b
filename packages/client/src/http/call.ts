import type { OperationId } from '@fleet-bot/protocol';

import { errorOf, type BotError } from './errors';
import { exchange, type Answered } from './exchange';
import { PATIENCE, persist, type Patience } from './retry';
import { ROUTES } from './tables';
import type { AnswerOf, BodyOf, QueryOf } from './types';

/** What any call may be told. */
export interface CallOptions {
  /** Ends the call; what it has asked for may have happened all the same. */
  signal?: AbortSignal;
  /** The `Idempotency-Key`, for a bot that keeps its own over a crash. Default: a new one. */
  key?: string;
}

/** What a call says beside its options. */
export interface Ask<Id extends OperationId> extends CallOptions {
  id?: string;
  query?: QueryOf<Id>;
  body?: BodyOf<Id> | FormData | Blob;
  headers?: Record<string, string>;
  /** Milliseconds for one try. Default 30 seconds, and more for a large body. */
  timeout?: number;
  patience?: Partial<Patience>;
}

/** An answer whose status says that it was done. */
export interface Done<Body> extends Answered {
  body: Body;
}

export interface CallerOptions {
  /** The address of the site, with the path under which it is. */
  address: string;
  token: string;
  /** What is used in place of the `fetch` of the platform. */
  fetch?: typeof fetch;
  patience?: Partial<Patience>;
  /** Told of each failed try that another one follows. */
  onRetry?: (error: BotError) => void;
}

/** Aborting a try is safe: a request with a key goes on in the site, and the next try waits for its answer. */
const TRY = 30_000;
/** Bytes that the slowest line sends in a millisecond. */
const SLOWEST_LINE = 32;

const bytesOf = (body: unknown): number =>
  body instanceof FormData
    ? [...body.values()].reduce((sum, value) => sum + bytesOf(value), 0)
    : body instanceof Blob
      ? body.size
      : 0;

/** Time for one try and for all of them. */
export const timesOf = (method: string, body?: unknown) => {
  const timeout = TRY + bytesOf(body) / SLOWEST_LINE;
  return { timeout, within: ['GET', 'HEAD'].includes(method) ? timeout : 4 * timeout };
};

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

/** Makes the function by which all operations are asked for. */
export const createCaller = (options: CallerOptions) => {
  const root = `${options.address.replace(/\/+$/, '')}/api/bot`;
  const { protocol } = new URL(root);
  if (!/^https?:$/.test(protocol))
    throw new TypeError(`${options.address} is no address of a site`);

  /**
   * Asks for an operation, until it is answered or does not seem to be any more. The key is made before the first try
   * and is the same for all of them.
   * @throws BotError
   */
  return async <Id extends OperationId>(
    operation: Id,
    { id = '', query, body, headers, key, timeout, patience, signal }: Ask<Id> = {}
  ): Promise<Done<AnswerOf<Id>>> => {
    const { method, path, isPublic, takesKey } = ROUTES[operation];
    const requestId = crypto.randomUUID();
    const usedKey = takesKey ? (key ?? crypto.randomUUID()) : undefined;
    const times = timesOf(method, body);
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
      requestId,
      signal,
    };
    const attempt = async (left: number) => {
      const answer = await exchange({
        ...request,
        timeout: Math.min(timeout ?? times.timeout, left),
      });
      if (answer.status < 200 || answer.status >= 300) {
        throw Object.assign(errorOf(answer, requestId), { key: usedKey });
      }
      return answer as Done<AnswerOf<Id>>;
    };
    const { within } = times;
    const bounds = { ...PATIENCE, within, ...options.patience, ...patience };
    return persist(attempt, bounds, { signal, onRetry: options.onRetry });
  };
};

export type Call = ReturnType<typeof createCaller>;
