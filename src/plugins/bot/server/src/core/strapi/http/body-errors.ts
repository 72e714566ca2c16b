/*
 * Relies on: the body parser of Strapi 5.54: koa-body passes errors of co-body, formidable 2 and zlib on unchanged
 * Breaks if: Strapi uses other parsers or wraps their errors
 * Checked by: `tests/reliability/strangers-store-nothing.long.test.ts`
 */
import type { Middleware } from 'koa';

import { isCut } from '../../bytes/cut-request';

/** Range of formidable's numeric error codes, without 1000 and 1001, which report wrong settings. */
const FORMIDABLE_FIRST = 1002;
const FORMIDABLE_LAST = 1014;

/** Strapi's methods for error answers, keyed by status. */
const ANSWERS = {
  400: 'badRequest',
  413: 'payloadTooLarge',
  415: 'unsupportedMediaType',
} as const;

const isStatus = (status: unknown): status is keyof typeof ANSWERS =>
  typeof status === 'number' && status in ANSWERS;

/** The status for an error that the client caused; undefined for other errors. */
const statusOf = (error: object): keyof typeof ANSWERS | undefined => {
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'number' && code >= FORMIDABLE_FIRST && code <= FORMIDABLE_LAST) {
    const status: unknown = Reflect.get(error, 'httpCode');
    return isStatus(status) ? status : 400;
  }
  // Errors of a decompressor have a number like system errors, but no system call.
  if (typeof Reflect.get(error, 'errno') === 'number' && !('syscall' in error)) return 400;
  const status: unknown = Reflect.get(error, 'status');
  return isStatus(status) ? status : undefined;
};

/**
 * Wraps a body-parsing middleware and answers its errors. Strapi answers 500 to malformed forms and logs each error
 * with stack and fields.
 */
export const answerBodyErrors =
  (readBody: Middleware): Middleware =>
  async (ctx, next) => {
    let isRead = false;
    try {
      await readBody(ctx, () => {
        isRead = true;
        return next();
      });
    } catch (error) {
      const theirs = isCut(ctx.req) ? 400 : statusOf(Object(error) as object);
      const status = isRead ? undefined : theirs;
      if (status === undefined) throw error;
      ctx[ANSWERS[status]](error instanceof Error ? error.message : undefined);
    }
  };
