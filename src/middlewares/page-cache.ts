import type { ClientRequest } from 'node:http';
import { Stream } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Next } from 'koa';
import { LRUCache } from 'lru-cache';

import { cacheValidity, omitUnchanged } from '../api/work/page/cache-validity';
import type { RevisionService, Validity } from '../api/work/services/revision';
import { encodingFor } from './compressed';

/** Maximum total bytes of cached answers. */
const CACHED_BYTES = 32 * 1024 * 1024;
const CACHED_MISSES_BYTES = 1024 * 1024;
/** Rough size of the headers and objects of an answer. */
const OVERHEAD_BYTES = 4096;
/** Query parameters that can change an answer. All others are ignored. */
const PARAMETERS = ['before', 'q', 'page'];
/** Longest cache key in characters, so that odd requests cannot fill the memory. */
const LONGEST_KEY = 1000;

interface Answer {
  status: number;
  headers: { name: string; value: string }[];
  body: Buffer;
  validity: Validity;
}

/** Cache key of a request, or undefined if the request cannot be cached. */
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

/** Response headers with their original names; Koa has them in lower case only. */
const headersOf = ({ res }: Context): Answer['headers'] =>
  // Every outgoing message has this method, but Node's types declare it for requests only.
  (res as unknown as Pick<ClientRequest, 'getRawHeaderNames'>)
    .getRawHeaderNames()
    .map((name) => ({ name, value: String(res.getHeader(name)) }));

const answerWith = (ctx: Context, { status, headers, body }: Answer): void => {
  ctx.status = status;
  for (const { name, value } of headers) ctx.set(name, value);
  ctx.body = body;
  omitUnchanged(ctx);
};

/**
 * Middleware that caches answers with their headers and compressed bytes. An answer is reused while the condition that
 * its controller has set with `setCacheValidity` holds. A cached answer skips all later middlewares; these cost more
 * than the page itself and do the same for every reader.
 */
export default ((_config, { strapi }) => {
  const api = `${strapi.config.get<string>('api.rest.prefix', '/api')}/`;
  const create = (maxSize: number) =>
    new LRUCache<string, Answer>({
      maxSize,
      sizeCalculation: ({ body }) => body.length + OVERHEAD_BYTES,
    });
  const answers = create(CACHED_BYTES);
  // Missing pages have their own cache, so that requests for many wrong addresses do not evict real pages.
  const misses = create(CACHED_MISSES_BYTES);

  const revision = () => strapi.service('api::work.revision') as RevisionService;
  const isValid = async (answer: Answer): Promise<boolean> => {
    try {
      return await revision().isValid(answer.validity);
    } catch {
      // The error occurs again when the answer is rebuilt, and is reported then.
      return false;
    }
  };

  const answer = async (ctx: Context, next: Next, key: string): Promise<void> => {
    // API clients get a missing page as JSON, which is not cached.
    const isReader = ctx.accepts('html', 'json') === 'html';
    const cached = answers.get(key) ?? (isReader ? misses.get(key) : undefined);
    if (cached !== undefined && (await isValid(cached))) return answerWith(ctx, cached);

    await next();
    const validity = cacheValidity(ctx);
    const isMissing = (ctx.status === 404 || ctx.status === 410) && isReader;
    if (validity === undefined || !(ctx.status === 200 || isMissing)) return;
    if ('set-cookie' in ctx.response.headers) return;
    const body = await bytesOf(ctx.body);
    if (body === undefined) return;
    ctx.body = body;
    const made = { status: ctx.status, headers: headersOf(ctx), body, validity };
    (isMissing ? misses : answers).set(key, made);
  };

  const middleware: Middleware = (ctx, next) => {
    const key = ctx.path.startsWith(api) ? undefined : keyOf(ctx);
    return key === undefined ? next() : answer(ctx, next, key);
  };
  return middleware;
}) satisfies Core.MiddlewareFactory;
