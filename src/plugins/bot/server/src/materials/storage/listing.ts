import { opendir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../../constants';

/** An object in storage. */
export interface ListedObject {
  /** As it is in the row of its file: the hash and the extension. */
  name: string;
  /** When its bytes were written; undefined if it is gone again. */
  writtenAt: () => Promise<Date | undefined>;
}

/** What this plugin needs of the AWS SDK, which comes with Strapi's provider for S3. */
interface Sdk {
  S3Client: new (options: object) => object;
  paginateListObjectsV2: (
    configuration: { client: object },
    input: { Bucket: unknown; Prefix: string }
  ) => AsyncIterable<{ Contents?: { Key?: string; LastModified?: Date }[] }>;
}

interface S3ProviderOptions {
  baseUrl?: string;
  rootPath?: string;
  providerConfig?: object;
  s3Options?: { params?: { Bucket?: unknown } };
}

const S3_PROVIDER = '@strapi/provider-upload-aws-s3';

async function* listFolder(folder: string): AsyncIterable<ListedObject> {
  for await (const entry of await opendir(folder)) {
    if (entry.isFile()) {
      const writtenAt = () =>
        stat(path.join(folder, entry.name)).then(
          ({ mtime }) => mtime,
          () => undefined
        );
      yield { name: entry.name, writtenAt };
    }
  }
}

async function* listBucket(
  { S3Client, paginateListObjectsV2 }: Sdk,
  { baseUrl: _baseUrl, providerConfig: _config, rootPath, s3Options, ...older }: S3ProviderOptions
): AsyncIterable<ListedObject> {
  const options = { ...s3Options, ...older };
  const Prefix = rootPath ? `${rootPath.replace(/\/+$/, '')}/` : '';
  const input = { Bucket: options.params?.Bucket, Prefix };
  for await (const page of paginateListObjectsV2({ client: new S3Client(options) }, input)) {
    for (const { Key = '', LastModified } of page.Contents ?? []) {
      yield { name: Key.slice(Prefix.length), writtenAt: async () => LastModified };
    }
  }
}

/** Lists what the storage behind Strapi's upload provider holds, where the provider is a known one. */
export const createStorageListingService = ({ strapi }: { strapi: Core.Strapi }) => {
  const setting = (name: string): unknown => strapi.config.get(`plugin::upload.${name}`);

  return {
    /**
     * Lists all objects, in no order; of the editors too. Each iteration lists anew.
     * @throws what the disk or the bucket says, while it is read
     * @returns undefined for a provider that cannot be listed
     */
    list(): AsyncIterable<ListedObject> | undefined {
      if (setting('provider') === 'local') {
        const folder = path.join(strapi.dirs.static.public, 'uploads');
        return { [Symbol.asyncIterator]: () => listFolder(folder)[Symbol.asyncIterator]() };
      }
      if (setting('provider') === 'aws-s3') {
        const ofApp = createRequire(path.join(strapi.dirs.app.root, 'package.json'));
        const ofProvider = createRequire(ofApp.resolve(S3_PROVIDER));
        const sdk: Sdk = ofProvider('@aws-sdk/client-s3');
        const options = (setting('providerOptions') ?? {}) as S3ProviderOptions;
        return { [Symbol.asyncIterator]: () => listBucket(sdk, options)[Symbol.asyncIterator]() };
      }
      return undefined;
    },
  };
};

export type StorageListingService = ReturnType<typeof createStorageListingService>;

/** Gives this service of a site. */
export const getStorageListingService = (strapi: Core.Strapi): StorageListingService =>
  strapi.plugin(PLUGIN_ID).service('storageListing');
