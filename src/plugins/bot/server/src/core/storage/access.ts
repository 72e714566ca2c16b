import path from 'node:path';

import type { Core } from '@strapi/strapi';

import { digestOfStream } from '../bytes/digest';
import { botConfig } from '../config';
import { isLeftOut } from '../strapi/probe';
import { BUCKET, createBucket, type S3ProviderOptions } from '../strapi/uploads/bucket';
import type { OwnStorage, StoredObject } from '../strapi/uploads/stored-object';
import { createUploadsFolder } from '../strapi/uploads/uploads-folder';

const connect = (strapi: Core.Strapi): OwnStorage | undefined => {
  const setting = (name: string): unknown => strapi.config.get(`plugin::upload.${name}`);
  const { storageSeconds } = botConfig(strapi).limits;
  switch (setting('provider')) {
    case 'local':
      return createUploadsFolder(path.join(strapi.dirs.static.public, 'uploads'));
    case 'aws-s3': {
      if (isLeftOut(strapi, BUCKET)) return undefined;
      const options = (setting('providerOptions') ?? {}) as S3ProviderOptions;
      return createBucket(strapi.dirs.app.root, options, storageSeconds);
    }
    default:
      return undefined;
  }
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
