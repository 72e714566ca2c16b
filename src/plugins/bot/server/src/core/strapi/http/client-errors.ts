/*
 * Leans on the middleware `strapi::errors` of Strapi 5.54 (`middlewares/errors.js`), which asks by
 * `instanceof` whether an error is one of `http-errors`, and logs any other with its stack.
 * `tests/reliability/strangers-store-nothing.long.test.ts` notices a change.
 */
import type { Middleware } from 'koa';

import { sendError } from '../../protocol/send';

/** An error as `http-errors` makes it, of whatever copy of that package. */
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
 * Wraps `strapi::errors`, which knows only its own copy of `http-errors`. It would take an error of another
 * copy, such as koa-send's, for a fault of the site, and log it with its stack.
 */
export const answerClientErrors =
  (errors: Middleware): Middleware =>
  (ctx, next) =>
    errors(ctx, async () => {
      try {
        await next();
      } catch (error) {
        if (!isClientError(error)) {
          throw error;
        }
        sendError(ctx, error);
      }
    });
