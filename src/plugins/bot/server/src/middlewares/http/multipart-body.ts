import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';

import Busboy, { type BusboyHeaders } from '@fastify/busboy';
import type { Core } from '@strapi/strapi';
import type { Middleware } from 'koa';

import { receiveBytes } from '../../media/receive-bytes';
import type { ReceivedFile, ReceivedForm } from '../../media/received-form';
import { codeOf, protocolError } from '../../protocol/errors';
import { faultOf } from '../../protocol/faults';
import { botConfig, getService } from '../../services/lookup';

import { whileSending } from './body-reading';

type Parser = InstanceType<typeof Busboy>;

/** Room for the text parts and the boundaries around the file. */
const OVERHEAD_BYTES = 256 * 1024;
const formBytes = (limit: number): number => limit + OVERHEAD_BYTES;
const FIELD_BYTES = 64 * 1024;
const PARTS = 16;

const tooLarge = (limit: number) =>
  protocolError('file-too-large', {
    message: `The file is larger than ${limit} bytes`,
    details: { limit },
  });

const createParser = (headers: IncomingMessage['headers'], limit: number): Parser => {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: {
        fileSize: limit,
        files: PARTS,
        fields: PARTS,
        parts: PARTS,
        fieldSize: FIELD_BYTES,
      },
      // A part named file is one even without a file name, as some clients send it.
      isPartAFile: (field, _type, fileName) => field === 'file' || fileName !== undefined,
    });
  } catch (cause) {
    throw protocolError('malformed-multipart', { cause });
  }
};

const receiveFile = async (
  stream: Readable & { truncated?: boolean },
  nameFile: () => Promise<string>,
  limit: number
): Promise<ReceivedFile['bytes']> => {
  const bytes = await receiveBytes(stream, nameFile);
  if (stream.truncated === true) {
    throw tooLarge(limit);
  }
  return bytes;
};

/** Pipes the body through the parser; rejects at the first thing that goes wrong in any part. */
const receive = (
  req: IncomingMessage,
  parser: Parser,
  directory: () => Promise<string>,
  limit: number
): Promise<ReceivedForm> => {
  const parts: Promise<{ field: string; file: ReceivedFile }>[] = [];
  const streams: Readable[] = [];
  const fields: ReceivedForm['fields'] = [];
  let received = 0;
  let count: (chunk: Buffer) => void;

  return new Promise<void>((resolve, reject) => {
    // The parser bounds each file, but not their sum, nor what stands before the first part.
    count = ({ length }) => {
      received += length;
      if (received > formBytes(limit)) {
        reject(tooLarge(limit));
      }
    };
    parser.on('file', (field, stream, name = '') => {
      const fileName = String(parts.length);
      const nameFile = async () => path.join(await directory(), fileName);
      const receiving = receiveFile(stream, nameFile, limit).then((bytes) => ({
        field,
        file: { bytes, name },
      }));
      receiving.catch(reject);
      streams.push(stream);
      parts.push(receiving);
    });
    parser.on('field', (field, value) => fields.push({ field, value }));
    for (const limitEvent of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      parser.on(limitEvent, () =>
        reject(
          protocolError('malformed-multipart', { message: `The form has more than ${PARTS} parts` })
        )
      );
    }
    parser.on('error', reject).on('finish', resolve);
    req.on('data', count).pipe(parser);
  })
    .then(async () => ({ files: await Promise.all(parts), fields }))
    .finally(() => {
      // `req` must live on for the answer; everything that was fed by it must not.
      req.off('data', count).unpipe(parser);
      for (const stream of streams) {
        stream.destroy();
      }
      return Promise.allSettled(parts);
    });
};

const toError = (error: unknown): unknown =>
  codeOf(error) === undefined && faultOf(error) === undefined
    ? protocolError('malformed-multipart', { cause: error })
    : error;

/**
 * Route middleware: reads a multipart body, after the token was checked, and leaves a
 * `ReceivedForm` in `ctx.request.body`. Large files go to temporary ones, which are gone when the
 * request ends, whatever its end. Errors: `media-type-not-supported`, `malformed-multipart`,
 * `file-too-large` (unread if the announced length says so), `request-aborted`,
 * `request-timeout`, `storage-full`.
 */
const multipartBody: Core.MiddlewareFactory = (_config, { strapi }) => {
  const { uploadBytes, stallSeconds } = botConfig(strapi).limits;

  const middleware: Middleware = async (ctx, next) => {
    if (!ctx.is('multipart/form-data')) {
      throw protocolError('media-type-not-supported', {
        message: 'The body must be multipart/form-data',
      });
    }
    if ((ctx.request.length ?? 0) > formBytes(uploadBytes)) {
      throw tooLarge(uploadBytes);
    }
    const parser = createParser(ctx.req.headers, uploadBytes);
    await getService(strapi, 'temporaryDirectory').use(async (directory) => {
      const reading = receive(ctx.req, parser, directory, uploadBytes);
      // Left-over parts must not reject unseen after the sender has gone.
      reading.catch(() => parser.destroy());
      try {
        ctx.request.body = await whileSending(ctx, stallSeconds, reading);
      } catch (error) {
        ctx.req.unpipe(parser);
        parser.destroy(error instanceof Error ? error : undefined);
        // Until then it may ask for the directory.
        await reading.catch(() => undefined);
        throw toError(error);
      }
      await next();
    });
  };
  return middleware;
};

export default multipartBody;
