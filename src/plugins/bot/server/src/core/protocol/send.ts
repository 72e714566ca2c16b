import type { Context } from 'koa';

import type { Answer, KeptAnswer, RecordResult } from './answer';

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
 * Runs a command and sends its answer, which is stored in the command's transaction if the request has a key.
 * @param toKept the answer to store, if it differs
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
