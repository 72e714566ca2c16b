import type { ErrorCode, ErrorEnvelope, FieldError } from '@fleet-bot/protocol';

import { PASSING } from './tables';

/** Codes of the protocol, and those of the way to it. */
export type BotErrorCode =
  | ErrorCode
  /** No whole answer came: no connection, a broken one, or none in time. */
  | 'no-answer'
  /** Something answered that does not speak this protocol, such as a proxy. */
  | 'unexpected-answer';

type BotErrorFacts = Pick<BotError, 'code' | 'message' | 'status' | 'requestId' | 'cause'> &
  Partial<Pick<BotError, 'details' | 'retryAfter'>>;

/** Statuses of proxies and servers that say that it may work later. */
const PASSING_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Codes of faults of which nobody knows whether they stay: trying again shows. */
const DOUBTFUL = ['internal-error', 'request-timeout', 'storage-failed', 'too-many-requests'];

const passes = ({ code, status }: BotErrorFacts): boolean =>
  code === 'no-answer' ||
  PASSING.includes(code) ||
  DOUBTFUL.includes(code) ||
  (code === 'unexpected-answer' && PASSING_STATUSES.has(status));

/** The one error of the client: what the site has refused, or why no answer came. */
export class BotError extends Error {
  override readonly name = 'BotError';
  /** Stable: see "Errors" in the description of the interface. */
  readonly code: BotErrorCode;
  /** 0 where no answer came. */
  readonly status: number;
  /** Under which the log of the site has the request. */
  readonly requestId: string;
  /** Whether the same request may work later. */
  readonly retryable: boolean;
  /** What the error says besides, such as `id` of `external-id-taken`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Milliseconds that the site asks to wait. */
  readonly retryAfter: number | undefined;
  /** The `Idempotency-Key`: with it the request can be sent again later and takes effect once. */
  key: string | undefined;

  constructor(facts: BotErrorFacts) {
    super(facts.message, { cause: facts.cause });
    this.code = facts.code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.details = facts.details ?? {};
    this.retryAfter = facts.retryAfter;
    this.retryable = passes(facts);
  }

  /** One entry for each wrong field. */
  get errors(): readonly FieldError[] {
    return (this.details.errors as FieldError[] | undefined) ?? [];
  }
}

/** Milliseconds that `Retry-After` asks for: seconds or a date, by the clock of whoever sent it. */
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

/** The error that an answer tells. */
export const errorOf = (
  { status, headers, body }: { status: number; headers: Headers; body: unknown },
  requestId: string
): BotError => {
  const shared = {
    status,
    requestId: headers.get('x-request-id') ?? requestId,
    retryAfter: retryAfterOf(headers),
  };
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
