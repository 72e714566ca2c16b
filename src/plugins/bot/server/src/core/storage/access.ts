import type { Core } from '@strapi/strapi';

import { digestOfStream } from '../bytes/digest';
import { botConfig } from '../config';
import { isLeftOut } from '../strapi/probe';
import { BUCKET, createBucket, type S3ProviderOptions } from '../strapi/uploads/bucket';
import type { OwnStorage, StoredObject } from '../strapi/uploads/stored-object';
import { createUploadsFolder, uploadsFolderOf } from '../strapi/uploads/uploads-folder';

const connect = (strapi: Core.Strapi): OwnStorage | undefined => {
  const folder = uploadsFolderOf(strapi);
  if (folder !== undefined) return createUploadsFolder(folder);
  const isBucket = strapi.config.get('plugin::upload.provider') === 'aws-s3';
  if (!isBucket || isLeftOut(strapi, BUCKET)) return undefined;
  const options: S3ProviderOptions = strapi.config.get('plugin::upload.providerOptions') ?? {};
  return createBucket(strapi.dirs.app.root, options, botConfig(strapi).limits.storageSeconds);
};

const accessTo = ({ list, has, read, copy }: OwnStorage) => {
  /** The SHA-256 of an object; undefined if there is none. @throws what the storage says */
  const digest = async (object: StoredObject): Promise<string | undefined> => {
    const bytes = await read(object);
    return bytes && digestOfStream(bytes);
  };

  return {
    list,
    has,
    digest,

    /**
     * Copies an object over another name, and looks at what is there then.
     * @param sha256 of the object that is copied
     * @throws what the storage says, and if the copy is another
     */
    async copy(from: StoredObject, to: StoredObject, sha256: string): Promise<void> {
      await copy(from, to);
      const copied = await digest(to);
      if (copied !== sha256) {
        throw new Error(
          `The copy of ${from.hash} has the SHA-256 ${String(copied)}, not ${sha256}`
        );
      }
    },
  };
};

export type StorageAccess = ReturnType<typeof accessTo>;

const known = new WeakMap<Core.Strapi, StorageAccess>();

/**
 * Gives the storage behind Strapi's upload provider by its own means; undefined if the provider can only be asked to
 * upload and delete. Never by public addresses, which a front answers as it likes.
 */
export const getStorageAccess = (strapi: Core.Strapi): StorageAccess | undefined => {
  const own = known.has(strapi) ? undefined : connect(strapi);
  if (own !== undefined) {
    known.set(strapi, accessTo(own));
  }
  return known.get(strapi);
};
