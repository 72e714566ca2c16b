import path from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import type { ReceivedBytes } from '@fleet-bot/media';
import type { Core } from '@strapi/strapi';
import { parse as parseDisposition } from 'content-disposition';
import mime from 'mime-types';

import { receiveBytes } from '../../core/bytes/receive-bytes';
import { botConfig } from '../../core/config';
import { fileTooLarge } from '../../core/http';
import { protocolError } from '../../core/protocol/errors';

import { createMayReach } from './network';
import { type Opened, addressError, openAddress } from './open';
import { fetchSettings } from './settings';

const fromDisposition = (header: string | undefined): string | undefined => {
  try {
    return header === undefined ? undefined : parseDisposition(header).parameters.filename;
  } catch {
    return undefined;
  }
};

const fromPath = ({ pathname }: URL): string => {
  const last = path.posix.basename(pathname);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
};

/**
 * File name of a fetched file: from `Content-Disposition`, else the last segment of the path. Without an extension,
 * adds that of the `Content-Type`.
 */
const fileNameOf = ({ url, response: { headers } }: Opened): string => {
  const name = fromDisposition(headers['content-disposition']) ?? fromPath(url);
  const extension = mime.extension(headers['content-type'] ?? '');
  return path.extname(name) === '' && extension !== false ? `${name}.${extension}` : name;
};

interface FetchedFile {
  bytes: ReceivedBytes;
  fileName: string;
}

/** Decoders for servers that compress despite `Accept-Encoding: identity`. */
const DECODERS: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const decoded = ({ response }: Opened): Readable => {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  const decoder = DECODERS[encoding]?.();
  if (decoder === undefined) {
    response.destroy();
    throw protocolError('address-failed', {
      message: `The address sent the file in the encoding ${encoding.slice(0, 100)}`,
    });
  }
  // Errors of the pipeline are reported to the reader of the decoder.
  return pipeline(response, decoder, () => undefined);
};

/** Passes on up to `limit` bytes of a decompressed stream, and fails beyond that. */
async function* bounded(source: Readable, limit: number) {
  let size = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw fileTooLarge(limit);
      yield chunk;
    }
  } catch (error) {
    throw addressError(error);
  }
}

/**
 * Creates a function that fetches a file from a URL, within the limits of uploads and of the setting `uploadByAddress`.
 */
export const createAddressReceiver = (strapi: Core.Strapi) => {
  const { allowed, redirects, seconds } = fetchSettings.of(strapi);
  const { uploadBytes, idleTimeoutSeconds } = botConfig(strapi).limits;
  const mayReach = createMayReach(allowed);

  /**
   * Fetches a file.
   * @param directory returns the directory for a file that does not stay in memory
   * @param gone aborted when the client no longer waits; undefined to fetch in any case
   * @throws `address-not-allowed`, `address-failed`, `address-timeout`, `file-too-large`, and file system errors
   */
  return async (
    url: URL,
    directory: () => Promise<string>,
    disconnected: AbortSignal | undefined
  ): Promise<FetchedFile> => {
    const timeout = AbortSignal.timeout(seconds * 1000);
    const signal = disconnected === undefined ? timeout : AbortSignal.any([disconnected, timeout]);
    let opened: Opened | undefined;
    try {
      opened = await openAddress(url, { mayReach, redirects, idleTimeoutSeconds, signal });
      if (Number(opened.response.headers['content-length'] ?? 0) > uploadBytes) {
        throw fileTooLarge(uploadBytes);
      }
      const bytes = await receiveBytes(bounded(decoded(opened), uploadBytes), async () =>
        path.join(await directory(), 'fetched')
      );
      return { bytes, fileName: fileNameOf(opened) };
    } catch (error) {
      if (disconnected?.aborted === true) throw protocolError('request-aborted');
      throw timeout.aborted ? protocolError('address-timeout') : error;
    } finally {
      opened?.response.destroy();
    }
  };
};
