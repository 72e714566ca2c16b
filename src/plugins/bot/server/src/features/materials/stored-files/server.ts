import type { BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Next } from 'koa';

import { parseByteRange, type ByteRange } from '../../../core/protocol/headers/byte-range';
import { isUnchanged } from '../../../core/protocol/headers/entity-tags';

import { cacheControlOf } from './cache-control';
import { plainPath } from './safe-headers';
import { servedTypeOf } from './served-type';
import { createSmallFiles, SMALL_BYTES, versionOf, type ServedFile } from './small-files';

const FOLDER = '/uploads/';

/**
 * The path of a stored file below the folder, from the path of a request in any encoding.
 * @returns undefined if the path leads outside the folder or to a hidden file
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

/** Error codes for a missing file; all others are server errors. */
const NOT_THERE = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'];

interface OpenFile {
  handle: FileHandle;
  stats: BigIntStats;
}

/** Opens a file before reading its stats, so that the headers match the bytes that are sent. */
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

/** Checks `If-Match` and `If-Unmodified-Since` of a resumed download (RFC 9110, sections 13.1.1 and 13.1.4). */
const isAsExpected = ({ request, response }: Context): boolean => {
  const ifMatch = request.get('If-Match');
  if (ifMatch !== '') {
    const tags = ifMatch.split(',').map((tag) => tag.trim());
    return tags.includes('*') || tags.includes(response.get('ETag'));
  }
  const since = Date.parse(request.get('If-Unmodified-Since'));
  return Number.isNaN(since) || Date.parse(response.get('Last-Modified')) <= since;
};

/** Whether to apply `Range`: not if `If-Range` names another version of the file (RFC 9110, section 13.1.5). */
const isRangeWanted = ({ method, request, response }: Context): boolean => {
  const ifRange = request.get('If-Range');
  return (
    method === 'GET' &&
    (ifRange === '' ||
      ifRange === response.get('ETag') ||
      ifRange === response.get('Last-Modified'))
  );
};

/** Answers without the file, and removes the headers that describe it. */
const refuse = (ctx: Context, status: 412 | 416): void => {
  for (const name of ['Cache-Control', 'Content-Type', 'ETag', 'Last-Modified']) {
    ctx.remove(name);
  }
  ctx.status = status;
  ctx.body = '';
};

const streamBytes = (ctx: Context, handle: FileHandle, { start, end }: ByteRange): void => {
  const length = end - start + 1;
  const stream = handle.createReadStream({ start, end });
  // If the file became shorter during the download, close the connection so that the client does not
  // wait for the rest.
  stream.once('end', () => stream.bytesRead < length && ctx.res.destroy());
  ctx.body = stream;
  ctx.length = length;
};

/** Reads the headers of an open file, and the bytes of a small one. */
const readFile = async (
  ctx: Context,
  name: string,
  { handle, stats }: OpenFile
): Promise<ServedFile> => {
  const size = Number(stats.size);
  const { name: hash, ext } = path.parse(name);
  ctx.type = (await servedTypeOf(name, handle, size)) ?? ext;
  ctx.type ||= 'application/octet-stream';
  const file: ServedFile = {
    version: versionOf(stats),
    size,
    headers: {
      'Content-Type': ctx.response.get('Content-Type'),
      'Accept-Ranges': 'bytes',
      'Cache-Control': cacheControlOf({ hash }),
      ETag: `"${stats.size.toString(36)}-${stats.mtimeNs.toString(36)}"`,
      'Last-Modified': stats.mtime.toUTCString(),
    },
  };
  if (size === 0 || size > SMALL_BYTES) return file;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
  return bytesRead === size ? { ...file, content: buffer } : file;
};

/** Sets the status and the headers of the answer. @returns the part of the file to send; undefined if the answer has no body */
const answerHead = (ctx: Context, { size, headers }: ServedFile): ByteRange | undefined => {
  ctx.status = 200;
  ctx.set(headers);

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
 * Serves the files of Strapi's local provider with ranges, conditions and HEAD (RFC 9110). Replaces `koa-range` and
 * `koa-static`, which answer ranges past the end incorrectly, send no ETag, and declare UTF-8 for every text. Runs
 * after Strapi's own middlewares, so that their headers apply to files too.
 */
export const createStoredFileServer = (strapi: Core.Strapi): Middleware => {
  const folder = path.join(strapi.dirs.static.public, FOLDER);

  const smallFiles = createSmallFiles();

  const sendFromDisk = async (
    ctx: Context,
    name: string,
    place: string,
    open: OpenFile
  ): Promise<void> => {
    const file = await readFile(ctx, name, open);
    if (file.content !== undefined) smallFiles.keep(place, file);
    const range = answerHead(ctx, file);
    if (range === undefined) await open.handle.close();
    else streamBytes(ctx, open.handle, range);
  };

  const serve = async (ctx: Context, next: Next, name: string): Promise<void> => {
    const place = path.join(folder, name);
    const known = await smallFiles.find(place);
    if (known?.content !== undefined) {
      const range = answerHead(ctx, known);
      if (range !== undefined) ctx.body = known.content.subarray(range.start, range.end + 1);
      return;
    }
    const open = await openFile(place);
    if (open === undefined) {
      await next();
      return;
    }
    await sendFromDisk(ctx, name, place, open).catch(async (error: unknown) => {
      await open.handle.close();
      throw error;
    });
  };

  return (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    const name = isRead ? storedPathOf(ctx.path) : undefined;
    return name === undefined ? next() : serve(ctx, next, name);
  };
};
