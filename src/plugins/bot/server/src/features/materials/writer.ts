import type { MaterialType, UploadedMaterial, UploadTexts } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { FILE_UID } from '../../core/constants';
import { createInsert, type StoredEntity } from '../../core/database/rows/insert-entity';
import { getSiteService } from '../../core/http';
import type { ReadableFile, RecordResult } from '../../core/protocol/send';
import { protocolError } from '../../core/protocol/errors';
import { getMediaEventsService } from '../../core/strapi/media-events';
import type { PreparedMaterial } from '../../core/strapi/uploads/provider-file';

import { getMaterialFolderService } from './folder';
import { getMaterialPreparationService, type ReceivedMaterial } from './preparation';
import { serviceOf } from '../../core/service';
import { providerOf, storedColumns, storeMaterial } from './store-material';

export interface NewMaterial extends ReceivedMaterial, Omit<UploadTexts, 'name'> {}

interface FileRow extends StoredEntity {
  documentId: string;
  type: MaterialType;
}

export interface StoredMaterial extends UploadedMaterial {
  file: ReadableFile;
}

const assertDigest = ({ sha256: expected, bytes }: NewMaterial): void => {
  if (expected !== undefined && expected !== bytes.sha256) {
    const { size, sha256: received } = bytes;
    throw protocolError('digest-mismatch', { details: { expected, received, size } });
  }
};

/**
 * Stores materials: the bytes with Strapi's upload provider, the row in Strapi's Media Library. Does not use
 * Strapi's upload service, because it leaves bytes after a failure, trusts the type that the client sends, and
 * decodes an image once per format.
 */
export const createMaterialService = ({ strapi }: { strapi: Core.Strapi }) => {
  const insert = createInsert(strapi, FILE_UID);

  const writeRow = async (
    { alternativeText, caption }: NewMaterial,
    prepared: PreparedMaterial,
    sha256: UploadedMaterial['sha256']
  ): Promise<FileRow> => {
    const folders = getMaterialFolderService(strapi);
    const folder = await folders.get();
    const row = await insert({
      ...storedColumns(prepared),
      alternativeText,
      caption,
      botReceivedDigest: sha256.received,
      botStoredDigest: sha256.stored,
      botLeasedAt: Date.now(),
      ...providerOf(strapi),
      folderPath: folder.path,
    });
    await folders.put(row.id, folder);
    return row as FileRow;
  };

  return {
    /**
     * Stores a received file, if its digest matches the expected one.
     * @throws `digest-mismatch`, and the errors of the preparation and the storage services
     */
    async create(
      material: NewMaterial,
      record: RecordResult<StoredMaterial>
    ): Promise<StoredMaterial> {
      assertDigest(material);
      const prepared = await getMaterialPreparationService(strapi).prepare(material);
      const { original, convertedFrom } = prepared;
      const { row, created } = await storeMaterial(strapi, prepared, async (digest, owning) => {
        const sha256 = { received: material.bytes.sha256, stored: digest };
        const file = {
          ...providerOf(strapi),
          url: '',
          ..._.pick(original, ['hash', 'ext', 'url']),
        };
        const url = await getSiteService(strapi).urlOfFile(file);
        return owning(async () => {
          const row = await writeRow(material, prepared, sha256);
          const created = { id: row.documentId, url, type: row.type, sha256, convertedFrom, file };
          await record(created);
          return { row, created };
        });
      });
      getMediaEventsService(strapi).emit('media.create', row);
      return created;
    },
  };
};

export const getMaterialService = serviceOf<typeof createMaterialService>('material');
