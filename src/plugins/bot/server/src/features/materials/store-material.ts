import { digestOf } from '@fleet-bot/media';
import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { digestOfStream, withDigest } from '../../core/bytes/digest';
import { transaction } from '../../core/database/connection';
import { codeOf } from '../../core/protocol/errors';
import { getStorageService } from '../../core/storage/storage';
import type { PreparedMaterial, ProviderFile } from '../../core/strapi/uploads/provider-file';
import { storedObjectsOf, type StoredObject } from '../../core/strapi/uploads/stored-object';
import { getRemovalQueueService, getRemovalWorkerService, type UploadIntent } from '../removals';

/** How long an upload may take before its bytes count as left behind by a crash. */
const GRACE_SECONDS = 3_600;

const toColumns = (file: ProviderFile) =>
  _.omit(file, ['buffer', 'getStream', 'charset', 'sha256', 'stream']);

export const storedColumns = ({ original, formats }: PreparedMaterial) => ({
  ...toColumns(original),
  botBytes: original.sizeInBytes,
  formats: _.isEmpty(formats) ? null : _.mapValues(formats, toColumns),
});

export const objectsOf = (strapi: Core.Strapi, material: PreparedMaterial): StoredObject[] =>
  storedObjectsOf({ ...material.original, ..._.pick(material, 'formats'), ...providerOf(strapi) });

export const providerOf = (strapi: Core.Strapi) => ({
  provider: getStorageService(strapi).provider,
});

/**
 * Stores the bytes of a material: the original, then its formats.
 * @returns the digest of the original, as storage was given it
 */
export const storeBytes = async (
  strapi: Core.Strapi,
  { original, formats }: PreparedMaterial
): Promise<string> => {
  const storage = getStorageService(strapi);
  const { buffer, getStream } = original;
  let digest = original.sha256 ?? (buffer && digestOf(buffer));
  if (digest === undefined) {
    original.getStream = () => withDigest(getStream(), (sha256) => (digest = sha256));
  }
  for (const file of [original, ...Object.values(formats)]) {
    await storage.upload(file);
  }
  // A provider may have read it in another way.
  return digest ?? digestOfStream(getStream());
};

/** Lets the worker clean up now behind an upload that failed. */
const giveUp = async (strapi: Core.Strapi, intent: UploadIntent): Promise<void> => {
  // This must not hide why it failed; without it the bytes wait out the grace.
  await getRemovalQueueService(strapi)
    .makeDue(intent)
    .catch((reason: unknown) => void strapi.log.warn(reason));
  getRemovalWorkerService(strapi).wake();
};

/** Runs what writes the row that owns some bytes, in a transaction. */
type Owning = <Result>(write: () => Promise<Result>) => Promise<Result>;

/**
 * Stores the bytes of a material, and gives them their owner.
 *
 * Before the first byte goes to storage, a removal row says that these bytes belong to nobody; the transaction
 * that writes the file row takes it back. So whatever ends this half-way, the removal worker cleans up behind it; it
 * leaves alone what a row owns after all.
 *
 * @param own has the row written, by the digest of the original in storage
 * @throws what the storage service and `own` throw
 */
export const storeMaterial = async <Result>(
  strapi: Core.Strapi,
  material: PreparedMaterial,
  own: (storedDigest: string, owning: Owning) => Promise<Result>
): Promise<Result> => {
  const queue = getRemovalQueueService(strapi);
  const objects = objectsOf(strapi, material);
  const intent = await queue.add({ ...providerOf(strapi), objects, seconds: GRACE_SECONDS });
  let isStored = false;
  try {
    const digest = await storeBytes(strapi, material);
    isStored = true;
    return await own(digest, (write) =>
      transaction(strapi, async () => {
        await queue.cancel(intent);
        return write();
      })
    );
  } catch (error) {
    // A provider that did not answer may still be writing: its bytes wait out the grace.
    if (isStored || codeOf(error) !== 'storage-timeout') {
      await giveUp(strapi, intent);
    }
    throw error;
  }
};
