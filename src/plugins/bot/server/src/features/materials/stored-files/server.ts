import { createReadStream, read } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { callbackify } from 'node:util';

import type { Core } from '@strapi/strapi';
import type { Context, Middleware, Next } from 'koa';

import { parseByteRange, type ByteRange } from '../../../core/protocol/headers/byte-range';
import { isUnchanged } from '../../../core/protocol/headers/entity-tags';

import { createFileCache } from './file-cache';
import { plainPath } from './safe-headers';
import type { ServedFile } from './served-file';

const FOLDER = '/uploads/';

/**
 * The path of a stored file below `/uploads/`, from the path of a request in any encoding.
 * @returns undefined if the path leads outside `/uploads/` or to a hidden file
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

/** Sends an empty answer with status 412 or 416, without the headers that describe the file. */
const refuse = (ctx: Context, status: 412 | 416): void => {
  for (const name of ['Cache-Control', 'Content-Type', 'ETag', 'Last-Modified']) {
    ctx.remove(name);
  }
  ctx.status = status;
  ctx.body = '';
};

/**
 * Streams a part of an open file, and closes the file afterwards. Reads through the file descriptor, because streams of
 * a `FileHandle` take a tenth more CPU time.
 */
const streamBytes = (ctx: Context, handle: FileHandle, { start, end }: ByteRange): void => {
  const length = end - start + 1;
  const close = callbackify(async () => handle.close());
  const stream = createReadStream('', { fd: handle.fd, fs: { read, close }, start, end });
  // If the file became shorter during the download, close the connection so that the client does not
  // wait for the rest.
  stream.once('end', () => stream.bytesRead < length && ctx.res.destroy());
  ctx.body = stream;
  ctx.length = length;
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
  const files = createFileCache();

  const serve = async (ctx: Context, next: Next, name: string): Promise<void> => {
    const found = await files.find(path.join(folder, name));
    if (found === undefined) {
      await next();
      return;
    }
    const { file, handle } = found;
    const range = answerHead(ctx, file);
    if (range !== undefined && handle !== undefined) {
      streamBytes(ctx, handle, range);
      return;
    }
    await handle?.close();
    if (range !== undefined) ctx.body = file.content?.subarray(range.start, range.end + 1);
  };

  return (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    const name = isRead ? storedPathOf(ctx.path) : undefined;
    return name === undefined ? next() : serve(ctx, next, name);
  };
};
