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

/** An object to store, with the content in the form that Strapi's upload service reads. */
export interface NewObject extends StoredObject {
  buffer?: Buffer;
  getStream: () => Readable;
}

/** Error codes of a local disk: read-only, missing or inaccessible folder. */
const UNAVAILABLE = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EMFILE', 'EIO']);

const codeOfFailure = (error: unknown): ErrorCode => {
  if (faultOf(error) === 'storage-full') return 'storage-full';
  return UNAVAILABLE.has(String(Reflect.get(Object(error), 'code')))
    ? 'storage-unavailable'
    : 'storage-failed';
};

/** Test object for checking that the storage accepts files. */
const PROBE: StoredObject = { hash: 'fleet-bot-readiness', ext: '.txt', mime: 'text/plain' };

/**
 * The storage behind Strapi's upload provider, with a timeout: a provider that hangs must not block a request or the
 * removal worker forever.
 */
export const createStorageService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { storageSeconds } = botConfig(strapi).limits;

  const bounded = async (operation: Promise<unknown>): Promise<void> => {
    const isDone = await within(
      storageSeconds * 1000,
      operation.then(() => true)
    );
    if (isDone === undefined) throw protocolError('storage-timeout');
  };

  /**
   * Uploads an object, directly from its buffer where possible. Strapi's upload service prefers streams, which are
   * slower for small files.
   */
  const handOver = (file: NewObject): Promise<unknown> => {
    const { provider, service } = strapi.plugin('upload');
    return file.buffer !== undefined && provider.upload !== undefined
      ? provider.upload(file)
      : service('provider').upload(file);
  };

  /**
   * Fails if the uploads folder is missing, for example because a disk is not mounted. Strapi's local provider would
   * treat its files as already deleted, and they would reappear with the disk.
   */
  const assertFolder = async (): Promise<void> => {
    const folder = uploadsFolderOf(strapi);
    if (folder !== undefined) await access(folder);
  };

  const service = {
    /** Name of the configured provider, as in the database rows of its files. */
    get provider(): string {
      return strapi.config.get('plugin::upload.provider');
    },

    /**
     * Stores an object, replacing any object of the same name. The provider sets the `url` of `file`.
     * @throws `storage-full`, `storage-unavailable`, `storage-timeout`, `storage-failed`
     */
    async upload(file: NewObject): Promise<void> {
      try {
        await bounded(handOver(file));
      } catch (cause) {
        if (codeOf(cause) !== undefined || codeOfStrapiError(cause) !== undefined) throw cause;
        throw protocolError(codeOfFailure(cause), { cause });
      }
    },

    /** Asserts that the storage can be read. @throws errors of the file system */
    assertReachable: assertFolder,

    /** Deletes an object; succeeds if it does not exist. @throws `storage-timeout`, and errors of the provider */
    async remove(object: StoredObject): Promise<void> {
      await bounded(strapi.plugin('upload').provider.delete(object));
    },

    /** Stores and deletes a small object. @throws errors of `upload` and `remove` */
    async assertWritable(): Promise<void> {
      await assertFolder();
      const buffer = Buffer.from('Written to see whether the storage takes files');
      // A copy, because the provider adds properties to the object.
      const probe = { ...PROBE, buffer, getStream: () => Readable.from([buffer]) };
      await service.upload(probe);
      await service.remove(probe);
    },
  };
  return service;
};

export const getStorageService = serviceOf<typeof createStorageService>('storage');
