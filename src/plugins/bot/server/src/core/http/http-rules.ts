import type { Context } from 'koa';

import { protocolError } from '../protocol/errors';

/** Whether the header `Expect` is missing or contains only `100-continue`. Node would also accept `x-100-continue`. */
const canMeet = (expectations: string | undefined): boolean =>
  expectations === undefined ||
  expectations.split(',').every((one) => /^\s*(?:100-continue\s*)?$/i.test(one));

const hasPath = (ctx: Context): boolean => {
  try {
    return ctx.path !== undefined;
  } catch {
    return false;
  }
};

const malformed = (message: string) =>
  protocolError('malformed-request', { message, headers: { Connection: 'close' } });

/**
 * Finds violations of HTTP that Node's parser accepts. Replaces a request target that has no path by `/`, so that later
 * code can read the URL.
 * @returns `malformed-request`, `expectation-failed` or undefined
 */
export const brokenRuleOf = (ctx: Context): ReturnType<typeof protocolError> | undefined => {
  const { req } = ctx;
  if (!hasPath(ctx)) {
    ctx.url = '/';
    return malformed('The target of the request is no address');
  }
  if (req.httpVersionMajor !== 1 || req.httpVersionMinor !== 1) return undefined;
  // RFC 9112, section 3.2, requires one Host header. Node would reject a request without it in its own format.
  if (req.headersDistinct.host?.length !== 1) {
    return malformed('The request must have one Host header');
  }
  // RFC 9110, section 10.1.1, defines 417 for expectations that a server cannot meet.
  if (!canMeet(req.headers.expect)) {
    return protocolError('expectation-failed', { headers: { Connection: 'close' } });
  }
  return undefined;
};
