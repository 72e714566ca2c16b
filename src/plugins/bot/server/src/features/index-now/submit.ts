/** Timeout for the answer of a search engine, in seconds. */
const TIMEOUT_SECONDS = 15;
/** Permanent errors of an IndexNow endpoint, keyed by HTTP status: invalid request, key not found, or wrong URLs. */
const REFUSALS: ReadonlyMap<number, string> = new Map([
  [400, 'it cannot read what was sent'],
  [403, 'it does not find the key'],
  [422, 'addresses are of another site, or the key is none'],
]);

/** Body of a submission: see https://www.indexnow.org/documentation, "Submitting set of URLs". */
export interface Submission {
  host: string;
  key: string;
  keyLocation: string;
  urlList: string[];
}

export type Outcome =
  | { kind: 'taken' }
  | { kind: 'refused'; reason: string }
  /** A submission that failed temporarily; `retryAfter` is in seconds. */
  | { kind: 'failed'; reason: string; retryAfter?: number };

/** Submits changed URLs to a search engine. Never throws. */
export const submit = async (endpoint: string, submission: Submission): Promise<Outcome> => {
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify(submission),
      signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1000),
    });
    await answer.body?.cancel();
    if (answer.ok) return { kind: 'taken' };
    const refusal = REFUSALS.get(answer.status);
    const retryAfter = Number(answer.headers.get('Retry-After') ?? Number.NaN);
    return refusal === undefined
      ? {
          kind: 'failed',
          reason: `answered ${answer.status}`,
          ...(retryAfter > 0 && { retryAfter }),
        }
      : { kind: 'refused', reason: `answered ${answer.status}: ${refusal}` };
  } catch (error) {
    const { message, cause } = error as Error;
    return { kind: 'failed', reason: cause instanceof Error ? cause.message : message };
  }
};
