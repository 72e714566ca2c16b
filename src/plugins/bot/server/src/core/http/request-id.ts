import { randomUUID } from 'node:crypto';

import type { Middleware } from 'koa';

const HEADER = 'X-Request-Id';
/** What is taken from a client: safe in a header, a log line and an error. */
const ACCEPTABLE = /^[\w.:-]{1,128}$/;

/** Names each request, by the id that came with it or a new one; it is in `ctx.state.requestId`. */
export const createRequestId = (): Middleware => async (ctx, next) => {
  const received = ctx.get(HEADER);
  const requestId = ACCEPTABLE.test(received) ? received : randomUUID();
  ctx.state.requestId = requestId;
  ctx.set(HEADER, requestId);
  await next();
};
