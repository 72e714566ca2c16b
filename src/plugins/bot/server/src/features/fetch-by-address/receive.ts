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
 * The name of the file at an address: what `Content-Disposition` says, or the last part of the path;
 * one without an extension gets that of its `Content-Type`.
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

/** It is asked for as it is; servers that do not heed that are understood all the same. */
const DECODERS: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const decoded = ({ response }: Opened): Readable => {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') {
    return response;
  }
  const decoder = DECODERS[encoding]?.();
  if (decoder === undefined) {
    response.destroy();
    throw protocolError('address-failed', {
      message: `The address sent the file in the encoding ${encoding.slice(0, 100)}`,
    });
  }
  // What goes wrong is found where the decoder is read.
  return pipeline(response, decoder, () => undefined);
};

/** No more than `limit` bytes, however much they were compressed. */
async function* bounded(source: Readable, limit: number, signal: AbortSignal) {
  let size = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) {
        throw fileTooLarge(limit);
      }
      yield chunk;
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : addressError(error);
  }
}

/**
 * Makes the function that fetches a file from an address of the web, within the limits of an
 * upload and those of `uploadByAddress`.
 */
export const createAddressReceiver = (strapi: Core.Strapi) => {
  const { allowed, redirects, seconds } = fetchSettings.of(strapi);
  const { uploadBytes, idleTimeoutSeconds } = botConfig(strapi).limits;
  const mayReach = createMayReach(allowed);

  /** A signal of its own, which says why. */
  const whileWanted = async <Result>(
    gone: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Result>
  ): Promise<Result> => {
    const stop = new AbortController();
    const leave = () => stop.abort(protocolError('request-aborted'));
    const timer = setTimeout(() => stop.abort(protocolError('address-timeout')), seconds * 1000);
    gone?.addEventListener('abort', leave);
    try {
      return await work(stop.signal);
    } finally {
      clearTimeout(timer);
      gone?.removeEventListener('abort', leave);
    }
  };

  /**
   * @param directory where a file that does not stay in memory is written
   * @param gone aborted when nobody waits for it any more; undefined if it is wanted in any case
   * @throws `address-not-allowed`, `address-failed`, `address-timeout`, `file-too-large`, and what
   *   the disk says
   */
  return (
    url: URL,
    directory: () => Promise<string>,
    gone: AbortSignal | undefined
  ): Promise<FetchedFile> =>
    whileWanted(gone, async (signal) => {
      const opened = await openAddress(url, { mayReach, redirects, idleTimeoutSeconds, signal });
      try {
        if (Number(opened.response.headers['content-length'] ?? 0) > uploadBytes) {
          throw fileTooLarge(uploadBytes);
        }
        const bytes = await receiveBytes(bounded(decoded(opened), uploadBytes, signal), async () =>
          path.join(await directory(), 'fetched')
        );
        return { bytes, fileName: fileNameOf(opened) };
      } finally {
        opened.response.destroy();
      }
    });
};
