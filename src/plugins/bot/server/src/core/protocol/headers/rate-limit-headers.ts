/** A limit: so many requests in so many seconds. */
export interface LimitPolicy {
  name: 'bot' | 'address' | 'wrong-tokens';
  quota: number;
  seconds: number;
}

/** Where a limit stands for one client. */
export interface Allowance {
  policy: LimitPolicy;
  /** Requests left; below zero for one too many. */
  remaining: number;
  /** Until all of them may be used again. */
  seconds: number;
}

/** The headers that tell it (IETF draft-ietf-httpapi-ratelimit-headers). */
export const rateLimitHeaders = ({
  policy,
  remaining,
  seconds,
}: Allowance): Record<string, string> => ({
  'RateLimit-Policy': `"${policy.name}";q=${policy.quota};w=${policy.seconds}`,
  RateLimit: `"${policy.name}";r=${Math.max(0, remaining)};t=${seconds}`,
});
