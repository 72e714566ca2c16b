import { createHash } from 'node:crypto';

import { idempotencyKey } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';

import { type Answer, type KeptAnswer, send, withUrls } from '../../protocol/send';
import { protocolError } from '../../protocol/errors';
import { isForm } from '../bodies/read-form';
import { getSiteService } from '../site';

import { getIdempotencyService, type KeptRequest } from './idempotency';

/** Parses an `Idempotency-Key` header; undefined if it is missing. @throws `idempotency-key-invalid` */
export const parseIdempotencyKey = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined;
  const { success, data } = idempotencyKey.safeParse(header);
  if (!success) throw protocolError('idempotency-key-invalid');
  return data;
};

/**
 * Hash by which equal requests are recognized: the SHA-256 of method, path, query and body. For a form, fields and file
 * digests replace the body.
 */
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

/** Converts a stored answer to the answer for a retry, with new file URLs. */
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

const withoutBody: Core.MiddlewareFactory = () => (_ctx, next) => next();

/**
 * Creates a route middleware for `Idempotency-Key`: the request takes effect once, and retries get its answer. Claims
 * the key before the body is read, which may take long. Sets `ctx.state.recordAnswer` for `answerIdempotently`. Errors:
 * `idempotency-key-invalid`, `idempotency-key-reused`, `idempotency-key-in-use`, and those of the body.
 */
export const createIdempotency =
  (bodyReader: Core.MiddlewareFactory = withoutBody): Core.MiddlewareFactory =>
  (config, context) => {
    const { strapi } = context;
    const readBody = bodyReader(config, context) as Middleware;

    const repeat = async (ctx: Context, { fingerprint, answer }: KeptRequest): Promise<void> => {
      if (fingerprint !== fingerprintOf(ctx)) throw protocolError('idempotency-key-reused');
      send(ctx, await answerOf(strapi, answer));
      ctx.set('Idempotency-Replayed', 'true');
    };

    const middleware: Middleware = async (ctx, next) => {
      const key = parseIdempotencyKey(ctx.req.headers['idempotency-key']?.toString());
      if (key === undefined) return readBody(ctx, next);
      const records = getIdempotencyService(strapi);
      const claimed = await records.claim(key);
      if ('answer' in claimed) return readBody(ctx, () => repeat(ctx, claimed));
      try {
        await readBody(ctx, () => {
          const fingerprint = fingerprintOf(ctx);
          ctx.state.recordAnswer = (answer: KeptAnswer) =>
            records.record(claimed, answer, fingerprint);
          return next();
        });
      } catch (error) {
        // If releasing fails too, the claim expires.
        await records.release(claimed).catch((reason: unknown) => strapi.log.warn(reason));
        throw error;
      }
    };
    return middleware;
  };
