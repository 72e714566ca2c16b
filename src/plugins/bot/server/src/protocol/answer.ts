/** A successful answer of the protocol, as it can be kept and given again. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

/**
 * Called by a command inside the transaction that makes its result true, so that what is
 * remembered of the request commits with it or not at all.
 */
export type Settle<Result> = (result: Result) => Promise<void>;
