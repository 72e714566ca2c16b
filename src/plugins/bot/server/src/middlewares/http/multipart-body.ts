import { createWriteStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import Busboy from '@fastify/busboy';
import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';

import { protocolError } from '../../protocol/errors';
import { botConfig, getService } from '../../services/lookup';

/** A file part, stored in a temporary file for as long as the request lasts. */
export interface ReceivedFile {
  path: string;
  /** The file name as the client sent it. */
  name: string;
  /** Bytes. */
  size: number;
}

/** What a multipart body held. */
export interface ReceivedForm {
  files: { field: string; file: ReceivedFile }[];
  fields: { field: string; value: string }[];
}

/** Room for the text parts and the boundaries around the file. */
const OVERHEAD_BYTES = 256 * 1024;
const FIELD_BYTES = 64 * 1024;
const PARTS = 16;

const tooLarge = (limit: number) =>
  protocolError('file-too-large', {
    message: `The file is larger than ${limit} bytes`,
    details: { limit },
  });

const createParser = (ctx: Context, limit: number): InstanceType<typeof Busboy> => {
  try {
    return new Busboy({
      headers: { ...ctx.req.headers, 'content-type': ctx.get('content-type') },
      // A part named file is one even without a file name, as some clients send it.
      isPartAFile: (field, _type, fileName) => field === 'file' || fileName !== undefined,
      limits: { fileSize: limit, files: PARTS, fields: PARTS, parts: PARTS, fieldSize: FIELD_BYTES },
    });
  } catch (cause) {
    throw protocolError('malformed-multipart', { cause });
  }
};

const store = async (stream: Readable & { truncated?: boolean }, to: string, limit: number): Promise<number> => {
  const target = createWriteStream(to, { flags: 'wx', mode: 0o600 });
  await pipeline(stream, target);
  if (stream.truncated === true) {
    throw tooLarge(limit);
  }
  return target.bytesWritten;
};

const receive = async (ctx: Context, directory: string, limit: number): Promise<ReceivedForm> => {
  const parser = createParser(ctx, limit);
  const form: ReceivedForm = { files: [], fields: [] };
  const stored: Promise<void>[] = [];

  parser.on('file', (field, stream, name) => {
    const target = path.join(directory, String(stored.length));
    const storing = store(stream, target, limit).then((size) => {
      form.files.push({ field, file: { path: target, name: name ?? '', size } });
    });
    // The rejection is awaited below; without this it would be unhandled until then.
    storing.catch((error: Error) => parser.destroy(error));
    stored.push(storing);
  });
  parser.on('field', (field, value) => form.fields.push({ field, value }));
  const refuse = () =>
    parser.destroy(
      protocolError('malformed-multipart', { message: `The form has more than ${PARTS} parts` })
    );
  parser.on('partsLimit', refuse).on('filesLimit', refuse).on('fieldsLimit', refuse);

  try {
    await pipeline(ctx.req, parser);
    await Promise.all(stored);
  } catch (error) {
    await Promise.allSettled(stored);
    throw error;
  }
  return form;
};

const toError = (error: unknown, ctx: Context): unknown => {
  if (error instanceof Error && 'status' in error) {
    return error;
  }
  if (error instanceof Error && 'code' in error && typeof error.code === 'string' && !ctx.req.destroyed) {
    return error;
  }
  return protocolError(ctx.req.complete ? 'malformed-multipart' : 'request-aborted', { cause: error });
};

/**
 * Route middleware: streams a multipart body to temporary files, after the token was checked,
 * and leaves a `ReceivedForm` in `ctx.request.body`. The files are gone when the request ends,
 * whatever its end. Errors: `media-type-not-supported`, `malformed-multipart`,
 * `file-too-large` (unread if the announced length says so), `request-aborted`.
 */
const multipartBody: Core.MiddlewareFactory = (_config, { strapi }) => {
  const limit = botConfig(strapi).limits.uploadBytes;

  const middleware: Middleware = async (ctx, next) => {
    if (!ctx.is('multipart/form-data')) {
      throw protocolError('media-type-not-supported', {
        message: 'The body must be multipart/form-data',
      });
    }
    if ((ctx.request.length ?? 0) > limit + OVERHEAD_BYTES) {
      throw tooLarge(limit);
    }
    await getService(strapi, 'temporaryDirectory').use(async (directory) => {
      try {
        ctx.request.body = await receive(ctx, directory, limit);
      } catch (error) {
        throw toError(error, ctx);
      }
      await next();
    });
  };
  return middleware;
};

export default multipartBody;
