import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';

import { bytesInFile } from '@fleet-bot/media';
import { uploadMetadata } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import type { Server } from '@tus/server';
import _ from 'lodash';

import { digestOfStream } from '../../core/bytes/digest';
import { getTemporaryDirectoryService } from '../../core/bytes/temporary-directory';
import { botConfig } from '../../core/config';
import { getIdempotencyService } from '../../core/http';
import type { KeptAnswer } from '../../core/protocol/send';
import { protocolError, type ProtocolError } from '../../core/protocol/errors';
import { createValidator, fieldsInvalid } from '../../core/protocol/validate';
import { serviceOf } from '../../core/service';

import { type NewMaterial, getMaterialService, type StoredMaterial } from '../materials';

import { createUploadLocker } from './locker';
import { assertTusRequest } from './rules';
import { fileOfUpload, hasUploadFolder, openUploadStore } from './store';

/** Decoded values of `Upload-Metadata`; null for a name without a value. */
type UploadMetadata = Record<string, string | null>;

type SaidOfFile = Omit<NewMaterial, 'bytes' | 'signal'>;

const validate = createValidator(uploadMetadata);

/**
 * Reads the metadata of a file: the text fields of an upload form, and `filename` and `filetype` by the convention of
 * tus clients.
 * @throws `invalid-request` with every unknown or invalid name
 */
const readMetadata = (metadata: UploadMetadata = {}): SaidOfFile => {
  const entries = Object.entries(metadata).map(([name, text]) => [name, text ?? '']);
  const { filename, filetype: _notBelieved, ...texts } = validate(Object.fromEntries(entries));
  return { ...texts, fileName: filename };
};

const TOO_LARGE = 413;
/** Matches ids of uploads, as the store generates them. */
const ID = /^[0-9a-f]{32}$/;
/**
 * Returns the key of an upload in the table of idempotency keys. No client can send this key as an `Idempotency-Key`.
 */
const keyOf = (id: string): string => `\0resumable ${id}`;

/** The result of a tus request. */
export interface Handled {
  response: Response;
  /** The id of the upload, if this request completed it. */
  finished?: string;
}

// Imported dynamically, because the package is ESM only and this module is CommonJS.
const tus = () => import('@tus/server');

/** The error for too many bytes. @param length the declared length of the upload */
const tooLarge = (limit: number, length: number | undefined): ProtocolError =>
  protocolError('file-too-large', {
    message:
      length === undefined || length > limit
        ? `The file is larger than ${limit} bytes`
        : `The upload was to have ${length} bytes, and more came`,
    details: { limit, length },
  });

/** Converts an error response of the tus server to an error of the bot's API. */
const toProtocolError = (status: number, message: string): ProtocolError => {
  switch (status) {
    case 404:
    case 410:
      return protocolError('upload-not-found');
    case 409:
      return protocolError('upload-offset-wrong');
    default:
      return status < 500
        ? fieldsInvalid([{ path: [], message: message.trim() }])
        : protocolError('storage-failed', { message: message.trim() });
  }
};

/**
 * Resumable uploads in parts (tus 1.0.0). The parts are appended to a file on this machine, or in a folder that
 * instances share. A complete file is stored once, like any other upload.
 */
export const createResumableUploadService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { uploadBytes } = botConfig(strapi).limits;
  const answers = () => getIdempotencyService(strapi);
  const failures = new WeakMap<object, unknown>();
  const finished = new WeakMap<object, string>();
  const openStore = _.once(() => openUploadStore(strapi));

  const openServer = _.once(async (): Promise<Server> => {
    const { Server } = await tus();
    return new Server({
      path: '/materials/resumable',
      datastore: await openStore(),
      locker: createUploadLocker(strapi),
      maxSize: uploadBytes,
      relativeLocation: true,
      onUploadCreate: async (_request, { metadata }) => {
        readMetadata(metadata);
        return {};
      },
      onUploadFinish: async (request, { id }) => {
        finished.set(request, id);
        return {};
      },
      onResponseError: (request, error) => {
        failures.set(request, error);
        return undefined;
      },
    });
  });

  const assertId = (id: string): void => {
    if (!ID.test(id)) throw protocolError('upload-not-found');
  };

  const declaredLength = async ({ headers, url }: Request): Promise<number | undefined> => {
    const length = headers.get('Upload-Length');
    if (length !== null) return Number(length);
    const store = await openStore();
    const upload = await store.getUpload(path.basename(url)).catch(() => undefined);
    return upload?.size;
  };

  const completeUpload = async (id: string) => {
    const store = await openStore();
    const upload = await store.getUpload(id).catch((cause: unknown) => {
      throw protocolError('upload-not-found', { cause });
    });
    if (upload.size === undefined || upload.offset !== upload.size) {
      const { offset, size: length = null } = upload;
      throw protocolError('upload-incomplete', { details: { offset, length } });
    }
    return upload;
  };

  const forget = async (id: string): Promise<void> => {
    await (await openStore()).remove(id).catch((error: unknown) => void strapi.log.debug(error));
  };

  /** Stores a copy of the file, because a video's metadata is overwritten in place and a retry needs the received bytes. */
  const storeUpload = async (
    id: string,
    record: (stored: StoredMaterial) => Promise<void>
  ): Promise<StoredMaterial> => {
    const { size = 0, metadata } = await completeUpload(id);
    const texts = readMetadata(metadata);
    const source = fileOfUpload(await openStore(), id);
    return getTemporaryDirectoryService(strapi).use(async (directory) => {
      const copy = path.join(await directory(), 'resumed');
      await copyFile(source, copy, constants.COPYFILE_FICLONE);
      const bytes = bytesInFile(copy, size, '');
      bytes.sha256 = await digestOfStream(bytes.stream());
      return getMaterialService(strapi).create({ ...texts, bytes }, record);
    });
  };

  return {
    assertId,

    /** Lets tus answer a request. @throws the error to answer instead of tus's own */
    async handle(request: Request): Promise<Handled> {
      assertTusRequest(request);
      const response = await (await openServer()).handleWeb(request);
      const { status } = response;
      if (status >= 400) {
        const failure = failures.get(request);
        // Errors of this plugin have a code, those of tus a status.
        if (failure !== undefined && Reflect.get(Object(failure), 'status_code') === undefined) {
          throw failure as Error;
        }
        throw status === TOO_LARGE
          ? tooLarge(uploadBytes, await declaredLength(request))
          : toProtocolError(status, await response.text());
      }
      return { response, finished: finished.get(request) };
    },

    /**
     * Stores a complete upload once, and returns the same answer for as long as answers are stored, so that a
     * disconnected client can ask again. Deletes an upload whose content is rejected.
     * @throws `upload-not-found`, `upload-incomplete`, and the errors of an upload
     */
    async finish(id: string, toKept: (stored: StoredMaterial) => KeptAnswer): Promise<KeptAnswer> {
      assertId(id);
      const claimed = await answers().claim(keyOf(id));
      if ('answer' in claimed) return claimed.answer;
      try {
        const { size = 0 } = await completeUpload(id);
        const withOffset = (stored: StoredMaterial): KeptAnswer => ({
          ...toKept(stored),
          headers: { 'Upload-Offset': String(size) },
        });
        const stored = await storeUpload(id, (result) =>
          answers().record(claimed, withOffset(result), id)
        );
        await forget(id);
        return withOffset(stored);
      } catch (error) {
        await answers()
          .release(claimed)
          .catch((reason: unknown) => void strapi.log.warn(reason));
        const status = Number(Reflect.get(Object(error), 'status'));
        if ([400, 413, 415, 422].includes(status)) {
          await forget(id);
        }
        throw error;
      }
    },

    /** The length in bytes of a stored upload, as long as its answer is stored; otherwise undefined. */
    async lengthOfFinished(id: string): Promise<string | undefined> {
      const claimed = await answers().claim(keyOf(id));
      if ('answer' in claimed) return claimed.answer.headers?.['Upload-Offset'];
      await answers().release(claimed);
      return undefined;
    },

    /** Deletes expired uploads on this instance. */
    async sweep(): Promise<void> {
      if (hasUploadFolder(strapi)) {
        await (await openStore()).deleteExpired();
      }
    },
  };
};

export const getResumableUploadService =
  serviceOf<typeof createResumableUploadService>('resumableUpload');
