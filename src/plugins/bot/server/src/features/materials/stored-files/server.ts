import type { BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Next } from 'koa';

import { parseByteRange, type ByteRange } from '../../../core/protocol/headers/byte-range';
import { isUnchanged } from '../../../core/protocol/headers/unchanged';

import { cacheControlOf } from './cache-control';
import { plainPath } from './safe-headers';
import { servedTypeOf } from './served-type';

const FOLDER = '/uploads/';

/**
 * The path of a stored file below the folder, from the path of a request in whatever spelling.
 * @returns undefined if it leads elsewhere, or to what is hidden
 */
const storedPathOf = (requested: string): string | undefined => {
  const decoded = plainPath(requested);
  if (decoded?.startsWith(FOLDER) !== true || /[\0\\]/.test(decoded)) {
    return undefined;
  }
  const segments = decoded.slice(FOLDER.length).split('/');
  return segments.some((segment) => segment === '' || segment.startsWith('.'))
    ? undefined
    : path.join(...segments);
};

/** What says that there is no such file; anything else is a fault of the server. */
const NOT_THERE = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'];

interface OpenFile {
  handle: FileHandle;
  stats: BigIntStats;
}

/** Opened first and asked then, so that what is said of a file holds for the bytes that are sent. */
const openFile = async (file: string): Promise<OpenFile | undefined> => {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (!NOT_THERE.includes(error.code ?? '')) {
      throw error;
    }
  });
  const stats = await handle?.stat({ bigint: true });
  if (handle === undefined || stats?.isFile() !== true) {
    await handle?.close();
    return undefined;
  }
  return { handle, stats };
};

/** RFC 9110, section 13.1.1 and 13.1.4: the precondition of a request that resumes a download. */
const isAsExpected = ({ request, response }: Context): boolean => {
  const ifMatch = request.get('If-Match');
  if (ifMatch !== '') {
    const tags = ifMatch.split(',').map((tag) => tag.trim());
    return tags.includes('*') || tags.includes(response.get('ETag'));
  }
  const since = Date.parse(request.get('If-Unmodified-Since'));
  return Number.isNaN(since) || Date.parse(response.get('Last-Modified')) <= since;
};

/** RFC 9110, section 13.1.5: a part of another version of the file is of no use. */
const isRangeWanted = ({ method, request, response }: Context): boolean => {
  const ifRange = request.get('If-Range');
  return (
    method === 'GET' &&
    (ifRange === '' ||
      ifRange === response.get('ETag') ||
      ifRange === response.get('Last-Modified'))
  );
};

/** Answers without the file: nothing of what is said of it holds for this answer. */
const refuse = (ctx: Context, status: 412 | 416): void => {
  for (const name of ['Cache-Control', 'Content-Type', 'ETag', 'Last-Modified']) {
    ctx.remove(name);
  }
  ctx.status = status;
  ctx.body = '';
};

const sendBytes = (ctx: Context, handle: FileHandle, { start, end }: ByteRange): void => {
  const length = end - start + 1;
  const stream = handle.createReadStream({ start, end });
  // Who was promised more than came, as the file was cut meanwhile, would wait for the rest.
  stream.once('end', () => stream.bytesRead < length && ctx.res.destroy());
  ctx.body = stream;
  ctx.length = length;
};

/** @returns the part of the file to send; undefined if the answer has none */
const answerHead = async (
  ctx: Context,
  name: string,
  { handle, stats }: OpenFile
): Promise<ByteRange | undefined> => {
  const size = Number(stats.size);
  const { name: hash, ext } = path.parse(name);
  ctx.status = 200;
  ctx.type = (await servedTypeOf(name, handle, size)) ?? ext;
  ctx.type ||= 'application/octet-stream';
  ctx.set({
    'Accept-Ranges': 'bytes',
    'Cache-Control': cacheControlOf({ hash }),
    ETag: `"${stats.size.toString(36)}-${stats.mtimeNs.toString(36)}"`,
    'Last-Modified': stats.mtime.toUTCString(),
  });

  if (!isAsExpected(ctx)) {
    refuse(ctx, 412);
    return undefined;
  }
  if (isUnchanged(ctx)) {
    ctx.status = 304;
    return undefined;
  }
  const range = isRangeWanted(ctx) ? parseByteRange(ctx.get('Range'), size) : undefined;
  if (range === 'unsatisfiable') {
    refuse(ctx, 416);
    ctx.set('Content-Range', `bytes */${size}`);
    return undefined;
  }
  if (range !== undefined) {
    ctx.status = 206;
    ctx.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
    return range;
  }
  if (size === 0) {
    ctx.body = '';
    return undefined;
  }
  if (ctx.method === 'HEAD') {
    ctx.length = size;
    return undefined;
  }
  return { start: 0, end: size - 1 };
};

/**
 * Serves the files that Strapi's local provider stores (RFC 9110: ranges, conditions, HEAD), in
 * place of `koa-range` and `koa-static`, which answer ranges past the end wrongly, know no ETag, and
 * say of every text that it is in UTF-8.
 * It runs behind Strapi's own middlewares, so that their headers hold for files too.
 */
export const createStoredFileServer = (strapi: Core.Strapi): Middleware => {
  const folder = path.join(strapi.dirs.static.public, FOLDER);

  const serve = async (ctx: Context, next: Next, name: string): Promise<void> => {
    const file = await openFile(path.join(folder, name));
    if (file === undefined) {
      await next();
      return;
    }
    const range = await answerHead(ctx, name, file).catch(async (error: unknown) => {
      await file.handle.close();
      throw error;
    });
    if (range === undefined) {
      await file.handle.close();
      return;
    }
    sendBytes(ctx, file.handle, range);
  };

  return (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    const name = isRead ? storedPathOf(ctx.path) : undefined;
    return name === undefined ? next() : serve(ctx, next, name);
  };
};
