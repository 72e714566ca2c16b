import type { ClientRequest } from 'node:http';
import { Stream } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Next } from 'koa';
import { LRUCache } from 'lru-cache';

import { keptWhile } from '../api/work/page/kept-while';
import { isUnchanged } from '../api/work/page/unchanged';
import type { IsStill } from '../api/work/services/revision';

/** Bytes of all answers that are kept. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** Characters of an Accept-Encoding at most, so that nobody fills the memory with odd ones. */
const LONGEST_ENCODINGS = 100;

interface Answer {
  headers: { name: string; value: string }[];
  body: Buffer;
  isStill: IsStill;
}

/** What an answer is kept under; undefined for a request that has to go the whole way. */
const keyOf = ({ method, path, querystring, headers }: Context): string | undefined => {
  const encodings = headers['accept-encoding'] ?? '';
  const isPlain = querystring === '' && headers.origin === undefined;
  if (!isPlain || encodings.length > LONGEST_ENCODINGS) return undefined;
  switch (method) {
    case 'GET':
      return `${path} ${encodings}`;
    case 'HEAD':
      // It tells the length of what is not compressed.
      return `${path} `;
    default:
      return undefined;
  }
};

const bytesOf = async (body: unknown): Promise<Buffer | undefined> => {
  if (typeof body === 'string') return Buffer.from(body);
  return body instanceof Stream ? buffer(body as unknown as NodeJS.ReadableStream) : undefined;
};

/** As they are sent: Koa knows their names in small letters only. */
const headersOf = ({ res }: Context): Answer['headers'] =>
  // Every message that is sent has it; the types say so of requests only.
  (res as unknown as Pick<ClientRequest, 'getRawHeaderNames'>)
    .getRawHeaderNames()
    .map((name) => ({ name, value: String(res.getHeader(name)) }));

const answerWith = (ctx: Context, { headers, body }: Answer): void => {
  ctx.status = 200;
  for (const { name, value } of headers) ctx.set(name, value);
  ctx.body = body;
  if (isUnchanged(ctx)) {
    ctx.status = 304;
    ctx.remove('Content-Encoding');
  }
};

/**
 * Gives an answer again, headers and compressed bytes as they were, for as long as whoever made it
 * finds that it would be the same: `keepWhile`. It stands before the middlewares that cost a request
 * more than its page does, and that come to the same for every reader.
 */
const keptAnswers: Core.MiddlewareFactory = (_config, { strapi }) => {
  const api = `${strapi.config.get<string>('api.rest.prefix', '/api')}/`;
  const answers = new LRUCache<string, Answer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ body }) => body.length,
  });

  const isStill = async (answer: Answer): Promise<boolean> => {
    try {
      return await answer.isStill();
    } catch {
      // Who makes it anew meets the same fault, and says it.
      return false;
    }
  };

  const answer = async (ctx: Context, next: Next, key: string): Promise<void> => {
    const kept = answers.get(key);
    if (kept !== undefined && (await isStill(kept))) return answerWith(ctx, kept);

    await next();
    const condition = keptWhile(ctx);
    if (condition === undefined || ctx.status !== 200 || 'set-cookie' in ctx.response.headers)
      return;
    const body = await bytesOf(ctx.body);
    if (body === undefined) return;
    ctx.body = body;
    answers.set(key, { headers: headersOf(ctx), body, isStill: condition });
  };

  const middleware: Middleware = (ctx, next) => {
    const key = ctx.path.startsWith(api) ? undefined : keyOf(ctx);
    return key === undefined ? next() : answer(ctx, next, key);
  };
  return middleware;
};

export default keptAnswers;
