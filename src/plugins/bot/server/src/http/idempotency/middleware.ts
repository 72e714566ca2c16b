import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';

import type { Answer, KeptAnswer } from '../../protocol/answer';
import { parseIdempotencyKey } from '../../protocol/idempotency-key';
import { withUrls } from '../../protocol/material-urls';
import { send } from '../../protocol/send';
import { isForm } from '../bodies/received-form';
import { getSiteService } from '../site';

import { getIdempotencyService } from './idempotency';

/** What makes two requests the same: method, path, query, body; of a form the files' bytes and the fields. */
const fingerprintOf = (ctx: Context): string => {
  const { body } = ctx.request;
  const content = isForm(body)
    ? {
        fields: body.fields,
        files: body.files.map(({ field, file }) => [field, file.name, file.bytes.sha256]),
      }
    : body;
  const path = ctx.path.toLowerCase().replace(/\/$/, '');
  const query = ctx.querystring === '' ? [] : [ctx.querystring];
  return createHash('sha256')
    .update(JSON.stringify([ctx.method, path, content, ...query]))
    .digest('hex');
};

/** The answer that a kept one gives now. */
export const answerOf = async (
  strapi: Core.Strapi,
  { files = {}, ...kept }: KeptAnswer
): Promise<Answer> => {
  const urls = new Map<unknown, string>();
  for (const [id, file] of Object.entries(files)) {
    urls.set(id, await getSiteService(strapi).urlOfFile(file));
  }
  return { ...kept, body: withUrls(kept.body, urls) };
};

/**
 * Route middleware, behind the one that reads the body: a request with an `Idempotency-Key`
 * takes effect once, and a repetition is given the first answer again. It leaves
 * `ctx.state.recordAnswer` for the controller's `answerIdempotently`.
 * Errors: `idempotency-key-invalid`, `idempotency-key-reused`, `idempotency-key-in-use`.
 */
const idempotency: Core.MiddlewareFactory = (_config, { strapi }) => {
  const middleware: Middleware = async (ctx, next) => {
    const key = parseIdempotencyKey(ctx.req.headers['idempotency-key']?.toString());
    if (key === undefined) {
      return next();
    }
    const records = getIdempotencyService(strapi);
    const claimed = await records.claim(key, fingerprintOf(ctx));
    if ('status' in claimed) {
      send(ctx, await answerOf(strapi, claimed));
      ctx.set('Idempotency-Replayed', 'true');
      return;
    }
    ctx.state.recordAnswer = (answer: KeptAnswer) => records.record(claimed, answer);
    try {
      await next();
    } catch (error) {
      // Should this fail too, the claim expires by itself.
      await records.release(claimed).catch((reason: unknown) => strapi.log.warn(reason));
      throw error;
    }
  };
  return middleware;
};

export default idempotency;
