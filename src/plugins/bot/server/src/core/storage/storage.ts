import { access } from 'node:fs/promises';
import { Readable } from 'node:stream';

import type { ErrorCode } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../config';
import { serviceOf } from '../service';
import { faultOf } from '../database/faults';
import { codeOf, protocolError } from '../protocol/errors';
import { codeOfStrapiError } from '../strapi/errors';
import type { StoredObject } from '../strapi/uploads/stored-object';
import { uploadsFolderOf } from '../strapi/uploads/uploads-folder';
import { within } from '../timeout';

/** An object to be stored, with what Strapi's upload service reads its content from. */
export interface NewObject extends StoredObject {
  buffer?: Buffer;
  getStream: () => Readable;
}

/** What a local disk says when a folder is read-only, gone, or not ours. */
const UNAVAILABLE = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EMFILE', 'EIO']);

const codeOfFailure = (error: unknown): ErrorCode => {
  if (faultOf(error) === 'storage-full') {
    return 'storage-full';
  }
  return UNAVAILABLE.has(String(Reflect.get(Object(error), 'code')))
    ? 'storage-unavailable'
    : 'storage-failed';
};

/** What is written to see whether that works. */
const PROBE: StoredObject = { hash: 'fleet-bot-readiness', ext: '.txt', mime: 'text/plain' };

/**
 * The storage behind Strapi's upload provider, with a bound on its patience: a provider that
 * hangs must not hold a request, or the removal worker, for ever.
 */
export const createStorageService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { storageSeconds } = botConfig(strapi).limits;

  const bounded = async (operation: Promise<unknown>): Promise<void> => {
    const isDone = await within(
      storageSeconds * 1000,
      operation.then(() => true)
    );
    if (isDone === undefined) {
      throw protocolError('storage-timeout');
    }
  };

  /** Strapi itself gives a provider a stream if it takes one, which costs more for a small file. */
  const handOver = (file: NewObject): Promise<unknown> => {
    const { provider, service } = strapi.plugin('upload');
    return file.buffer !== undefined && provider.upload !== undefined
      ? provider.upload(file)
      : service('provider').upload(file);
  };

  /**
   * Strapi's local provider takes a file that it does not find for removed, even when the whole
   * folder is away, as a disk that is not mounted: the file would be forgotten, and come back.
   */
  const assertFolder = async (): Promise<void> => {
    const folder = uploadsFolderOf(strapi);
    if (folder !== undefined) await access(folder);
  };

  const service = {
    /** The name of the configured provider, as it stands in the rows of its files. */
    get provider(): string {
      return strapi.config.get('plugin::upload.provider');
    },

    /**
     * Stores one object, over one of the same name; the provider adds its `url`.
     * @throws `storage-full`, `storage-unavailable`, `storage-timeout`, `storage-failed`
     */
    async upload(file: NewObject): Promise<void> {
      try {
        await bounded(handOver(file));
      } catch (cause) {
        if (codeOf(cause) !== undefined || codeOfStrapiError(cause) !== undefined) {
          throw cause;
        }
        throw protocolError(codeOfFailure(cause), { cause });
      }
    },

    /** @throws what the disk says, if nothing can be told of what it holds */
    assertReachable: assertFolder,

    /**
     * Forgets an object; that it is not there is no error.
     * @throws `storage-timeout`, and what the provider says
     */
    async remove(object: StoredObject): Promise<void> {
      await bounded(strapi.plugin('upload').provider.delete(object));
    },

    /** Stores a small object and removes it. @throws what `upload` and `remove` throw */
    async assertWritable(): Promise<void> {
      await assertFolder();
      const buffer = Buffer.from('Written to see whether the storage takes files');
      // The provider notes in it where it lies.
      const probe = { ...PROBE, buffer, getStream: () => Readable.from([buffer]) };
      await service.upload(probe);
      await service.remove(probe);
    },
  };
  return service;
};

export const getStorageService = serviceOf<typeof createStorageService>('storage');
