import type { Context } from 'koa';

import type { Answer, Settle } from './answer';

/** Sends an answer. */
export const send = (ctx: Context, { status, headers, body }: Answer): void => {
  ctx.status = status;
  ctx.set(headers ?? {});
  ctx.body = body;
};

/**
 * Runs a command and sends its answer. If the request has an idempotency key, the answer is
 * kept in the transaction of the command.
 */
export const answerOnce = async <Result>(
  ctx: Context,
  toAnswer: (result: Result) => Answer,
  command: (settle: Settle<Result>) => Promise<Result>
): Promise<void> => {
  const recordAnswer: ((answer: Answer) => Promise<void>) | undefined = ctx.state.recordAnswer;
  const result = await command(async (settled) => recordAnswer?.(toAnswer(settled)));
  send(ctx, toAnswer(result));
};
