import type { ClientRequest } from 'node:http';
import { Stream } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Next } from 'koa';
import { LRUCache } from 'lru-cache';

import { keptWhile } from '../api/work/page/kept-while';
import { isUnchanged } from '../api/work/page/unchanged';
import type { IsStill } from '../api/work/services/revision';
import { encodingFor } from './compressed';

/** Bytes of all answers that are kept. */
const KEPT_BYTES = 32 * 1024 * 1024;
const KEPT_MISSES_BYTES = 1024 * 1024;
/** What of a query an answer may depend on; all else is dropped. */
const PARAMETERS = ['before', 'q', 'page'];
/** Characters of a key at most, so that nobody fills the memory with odd ones. */
const LONGEST_KEY = 1000;

interface Answer {
  status: number;
  headers: { name: string; value: string }[];
  body: Buffer;
  isStill: IsStill;
}

/** What an answer is kept under; undefined for a request that has to go the whole way. */
const keyOf = (ctx: Context): string | undefined => {
  const { method, path, querystring, headers } = ctx;
  if ((method !== 'GET' && method !== 'HEAD') || headers.origin !== undefined) return undefined;
  const query = new URLSearchParams(querystring);
  const known = PARAMETERS.map((name) => query.get(name));
  const key = JSON.stringify([path, encodingFor(ctx), known]);
  return key.length > LONGEST_KEY ? undefined : key;
};

const bytesOf = async (body: unknown): Promise<Buffer | undefined> => {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return Buffer.from(body);
  return body instanceof Stream ? buffer(body as unknown as NodeJS.ReadableStream) : undefined;
};

/** As they are sent: Koa knows their names in small letters only. */
const headersOf = ({ res }: Context): Answer['headers'] =>
  // Every message that is sent has it; the types say so of requests only.
  (res as unknown as Pick<ClientRequest, 'getRawHeaderNames'>)
    .getRawHeaderNames()
    .map((name) => ({ name, value: String(res.getHeader(name)) }));

const answerWith = (ctx: Context, { status, headers, body }: Answer): void => {
  ctx.status = status;
  for (const { name, value } of headers) ctx.set(name, value);
  ctx.body = body;
  if (status === 200 && isUnchanged(ctx)) {
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
  const create = (maxSize: number) =>
    new LRUCache<string, Answer>({ maxSize, sizeCalculation: ({ body }) => body.length });
  const answers = create(KEPT_BYTES);
  // Whoever asks for very many addresses does not drive out what is there.
  const misses = create(KEPT_MISSES_BYTES);

  const isStill = async (answer: Answer): Promise<boolean> => {
    try {
      return await answer.isStill();
    } catch {
      // Who makes it anew meets the same fault, and says it.
      return false;
    }
  };

  const answer = async (ctx: Context, next: Next, key: string): Promise<void> => {
    // A program is told of a miss in JSON.
    const isReader = ctx.accepts('html', 'json') === 'html';
    const kept = answers.get(key) ?? (isReader ? misses.get(key) : undefined);
    if (kept !== undefined && (await isStill(kept))) return answerWith(ctx, kept);

    await next();
    const condition = keptWhile(ctx);
    const isMissing = (ctx.status === 404 || ctx.status === 410) && isReader;
    if (condition === undefined || !(ctx.status === 200 || isMissing)) return;
    if ('set-cookie' in ctx.response.headers) return;
    const body = await bytesOf(ctx.body);
    if (body === undefined) return;
    ctx.body = body;
    const made = { status: ctx.status, headers: headersOf(ctx), body, isStill: condition };
    (isMissing ? misses : answers).set(key, made);
  };

  const middleware: Middleware = (ctx, next) => {
    const key = ctx.path.startsWith(api) ? undefined : keyOf(ctx);
    return key === undefined ? next() : answer(ctx, next, key);
  };
  return middleware;
};

export default keptAnswers;
