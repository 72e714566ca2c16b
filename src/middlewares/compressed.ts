import { promisify } from 'node:util';
import zlib from 'node:zlib';

import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';

import { omitUnchanged } from '../api/work/page/cache-validity';

/** Size in bytes below which a body is not compressed. */
const THRESHOLD = 1024;
/** Brotli quality that costs the server less time than it saves the reader. */
const BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };
const COMPRESSIBLE = /^(?:text\/|image\/svg|[^;]*(?:json|xml))/;

type Compress = (content: Buffer) => Promise<Buffer>;
const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);
/** Zstandard compression; undefined before Node 22.15. */
const zstd = Reflect.get(zlib, 'zstdCompress') as typeof zlib.gzip | undefined;

/** Supported encodings, best first. */
const ENCODINGS: Record<string, Compress> = {
  ...(zstd && { zstd: promisify<Buffer, Buffer>(zstd) }),
  br: (content) => brotli(content, BROTLI),
  gzip: promisify<Buffer, Buffer>(zlib.gzip),
};
const NAMES = Object.keys(ENCODINGS);

/** Best encoding that a request accepts, or `identity`. */
export const encodingFor = (ctx: Context): string => {
  const accepted = [ctx.acceptsEncodings()].flat();
  return NAMES.find((name) => accepted.includes(name)) ?? 'identity';
};

/** Compresses a body that is in memory, and adds the encoding to its `ETag`, since the bytes differ. */
const compress = async (ctx: Context): Promise<void> => {
  ctx.vary('Accept-Encoding');
  const { body, type } = ctx.response as { body: unknown; type: string };
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  if (!isText || !COMPRESSIBLE.test(type) || ctx.response.get('Content-Encoding')) return;
  const content = Buffer.from(body);
  const encoding = encodingFor(ctx);
  const encode = content.length < THRESHOLD ? undefined : ENCODINGS[encoding];
  if (encode === undefined) return;
  ctx.body = await encode(content);
  ctx.set('Content-Encoding', encoding);
  if (ctx.etag) ctx.etag = ctx.etag.replace(/"$/, `-${encoding}"`);
};

/** Middleware that compresses answers and sends 304 for an unchanged one. For readers' pages, not for the bot's API. */
export default (() => {
  const middleware: Middleware = async (ctx, next) => {
    await next();
    await compress(ctx);
    omitUnchanged(ctx);
  };
  return middleware;
}) satisfies Core.MiddlewareFactory;
