import { createReadStream } from 'node:fs';

import { bytesInFile } from '@fleet-bot/media';
import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { digestOfStream } from '../../core/bytes/digest';
import { FILE_UID } from '../../core/constants';
import { transaction } from '../../core/database/connection';
import { isUniqueStorageName, newStorageNameFor } from '../../core/storage/file-name';
import { getMediaEventsService } from '../../core/strapi/media-events';
import type { EditorsUploads, SentFile } from '../../core/strapi/uploads/editors-uploads';
import type { PreparedMaterial } from '../../core/strapi/uploads/provider-file';
import { storedObjectsOf, type StoredFile } from '../../core/strapi/uploads/stored-object';
import { getRemovalQueueService, getRemovalWorkerService } from '../removals';

import { getMaterialPreparationService } from './preparation';
import { readdressTexts } from './references/readdress';
import { objectsOf, providerOf, storeBytes, storedColumns, storeMaterial } from './store-material';

/** Empty values for the columns that describe a file, so that a replacement keeps none of the old file's values. */
const UNKNOWN = {
  width: null,
  height: null,
  botPlaceholder: null,
  botDuration: null,
  botRecordingTitle: null,
};

interface Name {
  hash: string;
  ext: string;
  path?: string;
}

const named = ({ original, formats }: PreparedMaterial, name: Name): PreparedMaterial => ({
  original: { ...original, ...name },
  formats: _.mapValues(formats, (format, key) => ({
    ...format,
    ...name,
    // Responsive formats may be of another type than the original.
    ext: format.ext === original.ext ? name.ext : format.ext,
    hash: `${key}_${name.hash}`,
  })),
});

/**
 * Processes all files that pass Strapi's upload service, from editors and others, in the same way as uploads of the
 * bot: detects the type from the bytes, removes metadata from images, decodes and rotates them in an image process,
 * rejects forbidden types, and leaves no bytes without a row.
 */
export const createEditorsUploads = (strapi: Core.Strapi): EditorsUploads => {
  const files = () => strapi.db.query(FILE_UID);

  const prepare = async ({ filepath, size, fileName, name, describe }: SentFile) => {
    const received = await digestOfStream(createReadStream(filepath));
    const material = await getMaterialPreparationService(strapi).prepare({
      bytes: bytesInFile(filepath, size, received),
      fileName,
      name,
      isFromEditor: true,
    });
    const described = await describe(material.original);
    const columns = (stored: PreparedMaterial, digest: string) => ({
      ...described,
      ...(_.defaults(storedColumns(stored), UNKNOWN) as object),
      ...providerOf(strapi),
      botReceivedDigest: received,
      botStoredDigest: digest,
    });
    return { material, described, columns };
  };

  type Prepared = Awaited<ReturnType<typeof prepare>>;

  const upload = async ({ material, described, columns }: Prepared): Promise<object> => {
    const stored = named(material, _.pick(described, ['hash', 'ext', 'path']));
    const row: object = await storeMaterial(strapi, stored, (digest, owning) =>
      owning(() => files().create({ data: columns(stored, digest) }))
    );
    getMediaEventsService(strapi).emit('media.create', row);
    return row;
  };

  return {
    async upload(sent) {
      // Prepare all files before storing any: if one is rejected, none is stored.
      const prepared = await Promise.all(sent.map(prepare));
      const rows: object[] = [];
      for (const one of prepared) rows.push(await upload(one));
      return rows;
    },

    /**
     * Replaces the bytes of a file. The URL stays the same, unless the storage name is unique. Browsers and proxies
     * cache files with unique names for a year (`cache-control.ts`), so their new bytes get a new name, and the texts
     * that show the file are updated. Pages show the old file until the replacement is complete.
     */
    async replace(id, sent) {
      const old: StoredFile | null = await files().findOne({ where: { id } });
      if (old === null) return undefined;
      const { material, described, columns } = await prepare(sent);
      const isRenamed = isUniqueStorageName(old.hash);
      const hash = isRenamed ? newStorageNameFor(old.hash) : old.hash;
      const stored = named(material, { ..._.pick(described, 'path'), hash, ext: old.ext });

      const write = async (digest: string): Promise<StoredFile> => {
        const row: StoredFile = await files().update({
          where: { id },
          data: columns(stored, digest),
        });
        await readdressTexts(strapi, old, row);
        const keptHashes = new Set(objectsOf(strapi, stored).map((object) => object.hash));
        const objects = storedObjectsOf(old).filter((object) => !keptHashes.has(object.hash));
        if (objects.length > 0) {
          await getRemovalQueueService(strapi).add({ provider: old.provider, objects });
        }
        return row;
      };
      const overwrite = async (): Promise<StoredFile> => {
        const digest = await storeBytes(strapi, stored);
        return transaction(strapi, () => write(digest));
      };
      const row = isRenamed
        ? await storeMaterial(strapi, stored, (digest, owning) => owning(() => write(digest)))
        : await overwrite();
      getRemovalWorkerService(strapi).wake();
      getMediaEventsService(strapi).emit('media.update', row);
      return row;
    },
  };
};
