import type { Context } from 'koa';

/** Columns of a file that determine where its bytes are stored. */
export interface ReadableFile {
  provider: string;
  hash: string;
  ext: string;
  /** URL from the provider: a path of this site, or an unsigned absolute URL. */
  url: string;
}

/** A file whose URL may be known without its other columns, which are needed only to sign URLs. */
export type UnsignedFile = Partial<ReadableFile> & Pick<ReadableFile, 'url'>;

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** A stored answer for retries of the same request. */
export interface KeptAnswer extends Answer {
  /** Files of the materials in the body, by ID. Used to compute new URLs, because those of a private bucket expire. */
  files?: Record<string, ReadableFile>;
}

/**
 * Function that stores the answer to a request for retries. A command calls the function in its transaction, so that
 * the answer is committed with the changes.
 */
export type RecordResult<Result> = (result: Result) => Promise<void>;

export interface ErrorToSend<Details = unknown> {
  status: number;
  name: string;
  message: string;
  details?: Details;
}

/** Strapi's format of an error body, which is also the protocol's. */
export const envelopeOf = <Details>({
  status,
  name,
  message,
  details,
}: ErrorToSend<Details>): { data: null; error: ErrorToSend<Details> } => ({
  data: null,
  error: { status, name, message, details },
});

export const send = (ctx: Context, { status, headers, body }: Answer): void => {
  ctx.status = status;
  ctx.set(headers ?? {});
  ctx.body = body;
};

/** Sends an error in the standard error format. */
export const sendError = (ctx: Context, error: ErrorToSend & Pick<Answer, 'headers'>): void =>
  send(ctx, { status: error.status, headers: error.headers, body: envelopeOf(error) });

/**
 * Runs a command, such as an update, and sends its answer. For a request with an `Idempotency-Key`, the command's
 * transaction also stores an answer for retries.
 * @param toKept creates the answer to store; default: the sent answer
 */
export const answerIdempotently = async <Result>(
  ctx: Context,
  toAnswer: (result: Result) => Answer,
  command: (record: RecordResult<Result>) => Promise<Result>,
  toKept: (result: Result) => KeptAnswer = toAnswer
): Promise<void> => {
  const recordAnswer: ((answer: KeptAnswer) => Promise<void>) | undefined = ctx.state.recordAnswer;
  const result = await command(async (outcome) => recordAnswer?.(toKept(outcome)));
  send(ctx, toAnswer(result));
};

/** Sets the URLs of all materials in a body. @param urls URLs by material ID */
export const withUrls = (value: unknown, urls: ReadonlyMap<unknown, string>): unknown => {
  if (typeof value !== 'object' || value === null || urls.size === 0) return value;
  if (Array.isArray(value)) return value.map((element) => withUrls(element, urls));
  const entries = Object.entries(value).map(([name, part]) => [name, withUrls(part, urls)]);
  const url = urls.get(Reflect.get(value, 'id'));
  return { ...Object.fromEntries(entries), ...(url !== undefined && { url }) };
};
