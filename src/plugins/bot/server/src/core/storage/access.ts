import type { Core } from '@strapi/strapi';

import { digestOfStream } from '../bytes/digest';
import { botConfig } from '../config';
import { isProbeDisabled } from '../strapi/probe';
import { BUCKET, createBucket, type S3ProviderOptions } from '../strapi/uploads/bucket';
import type { OwnStorage, StoredObject } from '../strapi/uploads/stored-object';
import { createUploadsFolder, uploadsFolderOf } from '../strapi/uploads/uploads-folder';

const connect = (strapi: Core.Strapi): OwnStorage | undefined => {
  const folder = uploadsFolderOf(strapi);
  if (folder !== undefined) return createUploadsFolder(folder);
  const isBucket = strapi.config.get('plugin::upload.provider') === 'aws-s3';
  if (!isBucket || isProbeDisabled(strapi, BUCKET)) return undefined;
  const options: S3ProviderOptions = strapi.config.get('plugin::upload.providerOptions') ?? {};
  return createBucket(strapi.dirs.app.root, options, botConfig(strapi).limits.storageSeconds);
};

const accessTo = ({ list, has, read, copy }: OwnStorage) => {
  /** SHA-256 of a stored object; undefined if the object does not exist. @throws errors of the storage */
  const digest = async (object: StoredObject): Promise<string | undefined> => {
    const bytes = await read(object);
    return bytes && digestOfStream(bytes);
  };

  return {
    list,
    has,
    digest,

    /**
     * Copies a stored object to another name, replacing any object there, and verifies the copy.
     * @param sha256 digest of the source object
     * @throws errors of the storage, and an Error if the copy differs
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
 * Direct access to the storage behind Strapi's upload provider; undefined if the provider supports only upload and
 * delete. Does not use public URLs, because a proxy or CDN may answer those.
 */
export const getStorageAccess = (strapi: Core.Strapi): StorageAccess | undefined => {
  const own = known.has(strapi) ? undefined : connect(strapi);
  if (own !== undefined) {
    known.set(strapi, accessTo(own));
  }
  return known.get(strapi);
};
