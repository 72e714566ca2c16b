import type { MaterialType, UploadedMaterial, UploadTexts } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { digestOf } from '@fleet-bot/media';

import { digestOfStream, withDigest } from '../../core/bytes/digest';
import { FILE_UID } from '../../core/constants';
import { transaction } from '../../core/database/connection';
import { createInsert, type StoredEntity } from '../../core/database/rows/insert-entity';
import { getSiteService } from '../../core/http';
import type { ReadableFile, RecordResult } from '../../core/protocol/answer';
import { codeOf, protocolError } from '../../core/protocol/errors';
import { getRemovalQueueService, type UploadIntent } from '../removals';
import { getMediaEventsService } from '../../core/strapi/media-events';
import type { PreparedMaterial, ProviderFile } from '../../core/strapi/uploads/provider-file';
import { storedObjectsOf } from '../../core/strapi/uploads/stored-object';

import { getMaterialFolderService } from './folder';
import { getMaterialPreparationService, type ReceivedMaterial } from './preparation';
import { getStorageService } from '../../core/storage/storage';
import { serviceOf } from '../../core/service';
import { announceBytes, giveUpBytes } from './upload-intents';

export interface NewMaterial extends ReceivedMaterial, Omit<UploadTexts, 'name'> {}

interface FileRow extends StoredEntity {
  documentId: string;
  type: MaterialType;
}

/** A material that was stored, with what its address is made of. */
export interface StoredMaterial extends UploadedMaterial {
  file: ReadableFile;
}

/** The part of a provider file that is written into the row. */
const toColumns = ({
  buffer: _buffer,
  getStream: _getStream,
  charset: _charset,
  sha256: _sha256,
  ...columns
}: ProviderFile) => columns;

/** @throws `digest-mismatch` */
const assertDigest = ({ sha256: expected, bytes }: NewMaterial): void => {
  if (expected !== undefined && expected !== bytes.sha256) {
    const { size, sha256: received } = bytes;
    throw protocolError('digest-mismatch', { details: { expected, received, size } });
  }
};

/**
 * Stores materials: the bytes with Strapi's upload provider, the row in Strapi's Media Library.
 * Strapi's own upload service is not used, because it leaves bytes behind when it fails
 * half-way, believes the client about types, and decodes an image once per copy.
 */
export const createMaterialService = ({ strapi }: { strapi: Core.Strapi }) => {
  const queue = () => getRemovalQueueService(strapi);
  const storage = () => getStorageService(strapi);
  const insert = createInsert(strapi, FILE_UID);

  const announce = ({ original, formats }: PreparedMaterial): Promise<UploadIntent> => {
    const { provider } = storage();
    return announceBytes(strapi, storedObjectsOf({ ...original, provider, formats }));
  };

  /** Stores an original. @returns the digest of the bytes that storage was given */
  const storeOriginal = async (original: ProviderFile): Promise<string> => {
    const { buffer, getStream } = original;
    const known = original.sha256 ?? (buffer && digestOf(buffer));
    if (known !== undefined) {
      await storage().upload(original);
      return known;
    }
    let passed: string | undefined;
    original.getStream = () => withDigest(getStream(), (sha256) => (passed = sha256));
    await storage().upload(original);
    // A provider may have read it in another way.
    return passed ?? digestOfStream(getStream());
  };

  /** @returns where the original can be read, and the digest of what is there */
  const store = async ({ original, formats }: PreparedMaterial) => {
    const digest = await storeOriginal(original);
    for (const file of Object.values(formats)) {
      await storage().upload(file);
    }
    const { hash, ext, url = '' } = original;
    return { file: { provider: storage().provider, hash, ext, url }, digest };
  };

  const writeRow = async (
    { alternativeText, caption }: NewMaterial,
    { original, formats }: PreparedMaterial,
    sha256: UploadedMaterial['sha256']
  ): Promise<FileRow> => {
    const folders = getMaterialFolderService(strapi);
    const folder = await folders.get();
    const copies = Object.entries(formats).map(([key, format]) => [key, toColumns(format)]);
    const row = await insert({
      ...toColumns(original),
      formats: copies.length > 0 ? Object.fromEntries(copies) : null,
      alternativeText,
      caption,
      botReceivedDigest: sha256.received,
      botStoredDigest: sha256.stored,
      botLeasedAt: Date.now(),
      provider: storage().provider,
      folderPath: folder.path,
    });
    await folders.put(row.id, folder);
    return row as FileRow;
  };

  return {
    /**
     * Stores a file that was received, if it is the one that was meant.
     *
     * Before the first byte goes to storage, a removal row says that these bytes belong to
     * nobody; the transaction that writes the file row takes it back. So whatever ends this
     * half-way, the removal worker cleans up behind it.
     *
     * @throws `digest-mismatch`, and what the preparation and the storage services throw
     */
    async create(
      material: NewMaterial,
      record: RecordResult<StoredMaterial>
    ): Promise<StoredMaterial> {
      assertDigest(material);
      const prepared = await getMaterialPreparationService(strapi).prepare(material);
      const intent = await announce(prepared);
      let isStored = false;
      try {
        const { file, digest } = await store(prepared);
        const sha256 = { received: material.bytes.sha256, stored: digest };
        isStored = true;
        const url = await getSiteService(strapi).urlOfFile(file);
        const { row, created } = await transaction(strapi, async () => {
          await queue().cancel(intent);
          const row = await writeRow(material, prepared, sha256);
          const { convertedFrom } = prepared;
          const created = { id: row.documentId, url, type: row.type, sha256, convertedFrom, file };
          await record(created);
          return { row, created };
        });
        getMediaEventsService(strapi).emit('media.create', row);
        return created;
      } catch (error) {
        // A provider that did not answer may still be writing: its bytes wait out the grace.
        if (isStored || codeOf(error) !== 'storage-timeout') {
          await giveUpBytes(strapi, intent);
        }
        throw error;
      }
    },
  };
};

/** Gives this service of a site. */
export const getMaterialService = serviceOf<typeof createMaterialService>('material');
