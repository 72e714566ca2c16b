/*
 * Relies on: `@strapi/provider-upload-aws-s3` 5.52, whose S3 client is private: its options, from which this file
 * creates another client; its AWS SDK; its object keys; the parameters of its requests
 * Breaks if: the provider changes options, keys or parameters
 * Checked by: `tests/faults/restore-bucket.long.test.ts`
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Readable } from 'node:stream';

import { hasMethods, type Probe } from '../probe';

import type { ListedObject, OwnStorage, StoredObject } from './stored-object';

type Command = new (input: object) => object;

interface Client {
  send: (command: object, options: { abortSignal: AbortSignal }) => Promise<{ Body?: Readable }>;
}

interface Sdk {
  S3Client: new (options: object) => Client;
  CopyObjectCommand: Command;
  GetObjectCommand: Command;
  HeadObjectCommand: Command;
  paginateListObjectsV2: (
    configuration: { client: object },
    input: { Bucket: unknown; Prefix: string }
  ) => AsyncIterable<{ Contents?: { Key?: string; LastModified?: Date; Size?: number }[] }>;
}

interface S3Options {
  params?: { Bucket?: unknown; ACL?: unknown };
  credentials?: unknown;
  accessKeyId?: unknown;
  secretAccessKey?: unknown;
}

export interface S3ProviderOptions {
  baseUrl?: string;
  rootPath?: string;
  providerConfig?: {
    checksumAlgorithm?: string;
    storageClass?: string;
    encryption?: { type: string; kmsKeyId?: string };
  };
  s3Options?: S3Options;
}

const S3_PROVIDER = '@strapi/provider-upload-aws-s3';
/** S3 error names for a missing object. A missing bucket has another one. */
const NOT_THERE = new Set(['NoSuchKey', 'NotFound']);

const sdkOf = (appRoot: string): Sdk => {
  const ofApp = createRequire(path.join(appRoot, 'package.json'));
  return createRequire(ofApp.resolve(S3_PROVIDER))('@aws-sdk/client-s3');
};

const plain = (part: string): string =>
  part
    .replace(/\.\./g, '')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\/+/g, '/');

const nameOf = ({ path: folder, hash, ext }: StoredObject): string => {
  const place = plain(folder ?? '');
  return `${place === '' ? '' : `${place}/`}${plain(hash)}${(ext ?? '').replace(/[^a-zA-Z0-9.]/g, '')}`;
};

const ifThere = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (NOT_THERE.has(String(Reflect.get(Object(error), 'name')))) return undefined;
    throw error;
  }
};

/** Direct access to the bucket of Strapi's S3 provider. @param seconds timeout of a request */
export const createBucket = (
  appRoot: string,
  { baseUrl: _baseUrl, providerConfig, rootPath, s3Options, ...older }: S3ProviderOptions,
  seconds: number
): OwnStorage => {
  const sdk = sdkOf(appRoot);
  const options: S3Options = { ...s3Options, ...older };
  const { params = {}, accessKeyId, secretAccessKey } = options;
  const credentials = options.credentials ?? (accessKeyId && { accessKeyId, secretAccessKey });
  const client = new sdk.S3Client({ ...options, ...(credentials ? { credentials } : {}) });
  const { Bucket } = params;
  const prefix = rootPath ? `${rootPath.replace(/\/+$/, '')}/` : '';
  const keyOf = (object: StoredObject): string => prefix + nameOf(object);

  const send = (command: object) =>
    client.send(command, { abortSignal: AbortSignal.timeout(seconds * 1000) });

  async function* list(): AsyncIterable<ListedObject> {
    for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
      for (const { Key = '', LastModified = new Date(), Size = 0 } of page.Contents ?? []) {
        const facts = async () => ({ writtenAt: LastModified, size: Size });
        yield { name: Key.slice(prefix.length), facts };
      }
    }
  }

  return {
    list,
    async has(object) {
      const head = new sdk.HeadObjectCommand({ Bucket, Key: keyOf(object) });
      return (await ifThere(send(head))) !== undefined;
    },
    async read(object) {
      const get = new sdk.GetObjectCommand({ Bucket, Key: keyOf(object) });
      return (await ifThere(send(get)))?.Body;
    },
    async copy(from, to) {
      // S3 copies type, disposition and tags itself. The other parameters must be repeated.
      const { checksumAlgorithm, storageClass, encryption } = providerConfig ?? {};
      const source = `${String(Bucket)}/${keyOf(from)}`;
      const copy = {
        Bucket,
        Key: keyOf(to),
        CopySource: source.split('/').map(encodeURIComponent).join('/'),
        ACL: 'ACL' in params ? params.ACL : 'public-read',
        ChecksumAlgorithm: checksumAlgorithm,
        StorageClass: storageClass,
        ServerSideEncryption: encryption?.type,
        SSEKMSKeyId: encryption?.kmsKeyId,
      };
      await send(new sdk.CopyObjectCommand(copy));
    },
  };
};

export const BUCKET: Probe = {
  name: 'restoring and reconciling of files in a bucket',
  reliesOn: `the AWS SDK of ${S3_PROVIDER}`,
  isOptional: true,
  isPresent: ({ config, dirs }) =>
    config.get('plugin::upload.provider') !== 'aws-s3' ||
    hasMethods(
      sdkOf(dirs.app.root),
      ...['S3Client', 'CopyObjectCommand', 'GetObjectCommand', 'HeadObjectCommand'],
      'paginateListObjectsV2'
    ),
};
