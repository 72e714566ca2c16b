/*
 * Relies on: the middleware `strapi::errors` of Strapi 5.54 (`middlewares/errors.js`), which recognizes `http-errors`
 * by `instanceof` and logs all other errors with their stack
 * Breaks if: Strapi handles these errors itself; this file is then unnecessary
 * Checked by: `tests/reliability/strangers-store-nothing.long.test.ts`
 */
import type { Middleware } from 'koa';

import { sendError } from '../../protocol/send';

/** An error of any copy of the package `http-errors`. */
interface ClientError {
  status: number;
  name: string;
  message: string;
  headers?: Record<string, string>;
  details?: unknown;
}

const isClientError = (error: unknown): error is ClientError => {
  const { status, statusCode, expose } = Object(error) as Record<string, unknown>;
  return (
    typeof status === 'number' &&
    status >= 400 &&
    status < 500 &&
    statusCode === status &&
    expose === true
  );
};

/**
 * Wraps `strapi::errors`, which recognizes only errors of its own copy of `http-errors`. Without the wrapper, errors of
 * another copy, such as koa-send's, would be answered as server errors and logged with their stack.
 */
export const answerClientErrors =
  (errors: Middleware): Middleware =>
  (ctx, next) =>
    errors(ctx, async () => {
      try {
        await next();
      } catch (error) {
        if (!isClientError(error)) throw error;
        sendError(ctx, error);
      }
    });
