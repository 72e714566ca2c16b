import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

import type { Core } from '@strapi/strapi';

import type { StoredObject } from '../media/stored-object';
import { protocolError, type ErrorCode } from '../protocol/errors';
import { faultOf } from '../protocol/faults';

import { botConfig } from './lookup';

/** The columns of a file that tell where its bytes can be read. */
export interface ReadableFile {
  provider: string;
  hash: string;
  ext: string;
  url: string;
}

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

/**
 * The storage behind Strapi's upload provider, with a bound on its patience: a provider that
 * hangs must not hold a request, or the removal worker, for ever.
 */
export const createStorageService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { storageSeconds } = botConfig(strapi).limits;

  const bounded = async (operation: Promise<unknown>): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(protocolError('storage-timeout')), storageSeconds * 1000);
    });
    try {
      await Promise.race([operation, timeout]);
    } finally {
      clearTimeout(timer);
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
    if (strapi.config.get('plugin::upload.provider') === 'local') {
      await access(path.join(strapi.dirs.static.public, 'uploads'));
    }
  };

  return {
    /** The name of the configured provider, as it stands in the rows of its files. */
    get provider(): string {
      return strapi.config.get('plugin::upload.provider');
    },

    /**
     * Stores one object; the provider adds its `url`.
     * @throws `storage-full`, `storage-unavailable`, `storage-timeout`, `storage-failed`
     */
    async upload(file: NewObject): Promise<void> {
      try {
        await bounded(handOver(file));
      } catch (cause) {
        if (cause instanceof Error && 'details' in cause) {
          throw cause;
        }
        throw protocolError(codeOfFailure(cause), { cause });
      }
    },

    /** The address to read a file at: a signed one that expires, if the bucket is private. */
    async readableUrl(file: ReadableFile): Promise<string> {
      const files = strapi.plugin('upload').service('file');
      // What it signs is a copy; what it does not sign, it marks itself.
      const { url }: ReadableFile = await files.signFileUrls({ ...file });
      return url;
    },

    /**
     * Forgets the objects of a file; that one is not there is no error.
     * @throws `storage-timeout`, and what the provider or the disk says
     */
    async remove(objects: StoredObject[]): Promise<void> {
      await assertFolder();
      for (const object of objects) {
        await bounded(strapi.plugin('upload').provider.delete(object));
      }
    },
  };
};

export type StorageService = ReturnType<typeof createStorageService>;
