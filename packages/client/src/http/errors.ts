import type { ErrorCode, ErrorEnvelope, FieldError } from '@fleet-bot/protocol';

import { PASSING } from './tables';
import type { Answered } from './types';

/** Error codes of the protocol, and two codes of the client for failures between client and site. */
export type BotErrorCode =
  | ErrorCode
  /** Error code for a missing answer: the connection failed or broke, or the timeout passed. */
  | 'no-answer'
  /** Error code for an answer that does not follow the protocol, such as the error page of a proxy. */
  | 'unexpected-answer';

type BotErrorFacts = Pick<BotError, 'code' | 'message' | 'status' | 'requestId' | 'cause'> &
  Partial<Pick<BotError, 'details' | 'retryAfter'>>;

/** HTTP statuses of proxies and servers for temporary failures. */
const PASSING_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Error codes for failures that may be temporary, so that a retry is worthwhile. */
const DOUBTFUL = ['internal-error', 'request-timeout', 'storage-failed', 'too-many-requests'];
const RETRYABLE: string[] = ['no-answer', ...PASSING, ...DOUBTFUL];

/** The only error class of the client: a rejection by the site, or a missing answer. */
export class BotError extends Error {
  override readonly name = 'BotError';
  /** Stable error code of the bot API: see "Errors" in `docs/interface.md`. */
  readonly code: BotErrorCode;
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** Id of the request in the site's log. */
  readonly requestId: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Additional properties of the error, such as `id` for `external-id-taken`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Milliseconds that the site asks to wait. */
  readonly retryAfter: number | undefined;
  /** `Idempotency-Key` of the request. A site executes requests with the same key only once. */
  key: string | undefined;

  constructor(facts: BotErrorFacts) {
    super(facts.message, { cause: facts.cause });
    this.code = facts.code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.details = facts.details ?? {};
    this.retryAfter = facts.retryAfter;
    const isPassing = facts.code === 'unexpected-answer' && PASSING_STATUSES.has(facts.status);
    this.retryable = isPassing || RETRYABLE.includes(facts.code);
  }

  /** Validation errors, one per invalid field. */
  get errors(): readonly FieldError[] {
    return (this.details.errors as FieldError[] | undefined) ?? [];
  }
}

/** Value of `Retry-After` in milliseconds. A date in it is compared with the `Date` header of the same answer. */
const retryAfterOf = (headers: Headers): number | undefined => {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const sent = headers.get('date');
  const pause = Date.parse(value) - (sent === null ? Date.now() : Date.parse(sent));
  return Number.isNaN(pause) ? undefined : Math.max(0, pause);
};

const isEnvelope = (body: unknown): body is ErrorEnvelope =>
  typeof (body as ErrorEnvelope | undefined)?.error?.details?.code === 'string';

/** Converts an error answer into a `BotError`. @param requestId used if the answer has no `X-Request-Id` */
export const errorOf = ({ status, headers, body }: Answered, sentId: string): BotError => {
  const requestId = headers.get('x-request-id') ?? sentId;
  const shared = { status, requestId, retryAfter: retryAfterOf(headers) };
  if (isEnvelope(body)) {
    const { message, details } = body.error;
    return new BotError({ ...shared, code: details.code as ErrorCode, message, details });
  }
  const place = headers.get('location');
  const message =
    status >= 300 && status < 400 && place !== null
      ? `The site has redirected to ${place}: use the address that it redirects to`
      : `Status ${status}, and not an answer of this interface`;
  const details = typeof body === 'object' ? (body as Record<string, unknown>) : undefined;
  return new BotError({ ...shared, code: 'unexpected-answer', message, details });
};

/** Awaits an answer. Returns undefined if the site is too old to have the endpoint. @throws BotError */
export const unlessOlder = async <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await answer;
  } catch (error) {
    const { code } = Object(error) as Partial<BotError>;
    if (code === 'route-not-found' || code === 'method-not-allowed') return undefined;
    throw error;
  }
};
