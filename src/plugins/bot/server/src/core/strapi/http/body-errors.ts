/*
 * Leans on the body parser of Strapi 5.54: koa-body throws what co-body, formidable 2 and zlib have
 * thrown as it is. `tests/reliability/strangers-store-nothing.long.test.ts` notices a change.
 */
import type { Middleware } from 'koa';

import { isCut } from '../../bytes/cut-request';

/** The errors of formidable have numbers for codes; the first two are mistakes in its settings. */
const FORMIDABLE_FIRST = 1002;
const FORMIDABLE_LAST = 1014;

/** Strapi's methods that answer with an error, by status. */
const ANSWERS = {
  400: 'badRequest',
  413: 'payloadTooLarge',
  415: 'unsupportedMediaType',
} as const;

const isStatus = (status: unknown): status is keyof typeof ANSWERS =>
  typeof status === 'number' && status in ANSWERS;

/** The status of an error that the sender of a body has made; undefined if it is not theirs. */
const statusOf = (error: object): keyof typeof ANSWERS | undefined => {
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'number' && code >= FORMIDABLE_FIRST && code <= FORMIDABLE_LAST) {
    const status: unknown = Reflect.get(error, 'httpCode');
    return isStatus(status) ? status : 400;
  }
  // What a decoder says of a body that is not compressed as it says: it has a number, as what the
  // system says, but is of no call to the system.
  if (typeof Reflect.get(error, 'errno') === 'number' && !('syscall' in error)) {
    return 400;
  }
  const status: unknown = Reflect.get(error, 'status');
  return isStatus(status) ? status : undefined;
};

/**
 * Wraps a middleware that reads bodies, and answers what is wrong with a body. Strapi would answer 500 to a
 * malformed form, and log each such error with its stack and fields, whoever sent it.
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
      if (status === undefined) {
        throw error;
      }
      ctx[ANSWERS[status]](error instanceof Error ? error.message : undefined);
    }
  };
