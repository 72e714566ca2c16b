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

/**
 * Time limit for an upload, in seconds. Afterwards, bytes without a file row are treated as left over from a crash.
 */
const GRACE_SECONDS = 3_600;

const toColumns = (file: ProviderFile) =>
  _.omit(file, ['buffer', 'getStream', 'charset', 'sha256', 'stream']);

/** Converts a responsive format to its stored form. `path` is null, as in Strapi's own formats. */
const toFormat = (file: ProviderFile) => ({ ...toColumns(file), path: null });

/** Converts a prepared material to the columns of its row. */
export const storedColumns = ({ original, formats }: PreparedMaterial) => ({
  ...toColumns(original),
  botBytes: original.sizeInBytes,
  formats: _.isEmpty(formats) ? null : _.mapValues(formats, toFormat),
});

/** The objects in storage for a material: the original and its formats. */
export const objectsOf = (strapi: Core.Strapi, material: PreparedMaterial): StoredObject[] =>
  storedObjectsOf({ ...material.original, ..._.pick(material, 'formats'), ...providerOf(strapi) });

/** The `provider` column for new files. */
export const providerOf = (strapi: Core.Strapi) => ({
  provider: getStorageService(strapi).provider,
});

/** Stores the bytes of a material: the original, then its formats. @returns the SHA-256 of the original as passed to storage */
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
  // The provider may have read the bytes without the stream that computes the digest.
  return digest ?? digestOfStream(getStream());
};

/** Makes the worker remove the bytes of a failed upload now. */
const giveUp = async (strapi: Core.Strapi, intent: UploadIntent): Promise<void> => {
  // A failure here must not hide the error of the upload; the bytes are then removed after the grace
  // period.
  await getRemovalQueueService(strapi)
    .makeDue(intent)
    .catch((reason: unknown) => void strapi.log.warn(reason));
  getRemovalWorkerService(strapi).wake();
};

/** Runs `write`, which writes the file row, in a transaction that also cancels the removal of the uploaded bytes. */
type Owning = <Result>(write: () => Promise<Result>) => Promise<Result>;

/**
 * Stores the bytes of a material and writes the row that owns them.
 *
 * Before the first byte is stored, a removal row marks the bytes as unowned. The transaction that writes the file
 * row deletes the removal row. After any failure, the removal worker deletes the bytes; it skips bytes that a row
 * owns.
 *
 * @param own writes the row, given the SHA-256 of the stored original
 * @throws the errors of the storage service and of `own`
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
    // After a timeout the provider may still be writing, so these bytes wait for the end of the grace
    // period.
    if (isStored || codeOf(error) !== 'storage-timeout') {
      await giveUp(strapi, intent);
    }
    throw error;
  }
};
