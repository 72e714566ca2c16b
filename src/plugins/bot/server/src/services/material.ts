import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../constants';
import { transaction } from '../database/connection';
import { createInsert, type StoredEntity } from '../database/insert-entity';
import { storedObjectsOf } from '../media/stored-object';
import type { Settle } from '../protocol/answer';
import { codeOf } from '../protocol/errors';
import type { Material, MaterialType } from '../protocol/publication';

import { getService } from './lookup';
import type { PreparedMaterial, ProviderFile, ReceivedMaterial } from './material-preparation';
import type { ReadableFile } from './storage';

export interface NewMaterial extends ReceivedMaterial {
  alternativeText?: string;
  caption?: string;
}

interface FileRow extends StoredEntity, ReadableFile {
  documentId: string;
  type: MaterialType;
}

/** How long an upload may take before its bytes count as left behind by a crash. */
const GRACE_MILLISECONDS = 60 * 60_000;

/** The part of a provider file that is written into the row. */
const toColumns = ({ buffer: _buffer, getStream: _getStream, ...columns }: ProviderFile) => columns;

/**
 * Stores materials: the bytes with Strapi's upload provider, the row in Strapi's Media Library.
 * Strapi's own upload service is not used, because it leaves bytes behind when it fails
 * half-way, believes the client about types, and decodes an image once per copy.
 */
export const createMaterialService = ({ strapi }: { strapi: Core.Strapi }) => {
  const queue = () => getService(strapi, 'removalQueue');
  const storage = () => getService(strapi, 'storage');
  const insert = createInsert(strapi, FILE_UID);

  /** Says of bytes that are about to be stored that they belong to nobody. */
  const announce = ({ original, formats }: PreparedMaterial): Promise<{ id: number }> => {
    const { provider } = storage();
    return queue().add({
      provider,
      objects: storedObjectsOf({ ...original, provider, formats }),
      dueAt: new Date(Date.now() + GRACE_MILLISECONDS),
    });
  };

  const store = async ({ original, formats }: PreparedMaterial): Promise<void> => {
    for (const file of [original, ...Object.values(formats)]) {
      await storage().upload(file);
    }
  };

  const writeRow = async (
    { alternativeText, caption }: NewMaterial,
    { original, formats }: PreparedMaterial
  ): Promise<FileRow> => {
    const folders = getService(strapi, 'materialFolder');
    const folder = await folders.get();
    const copies = Object.entries(formats).map(([key, format]) => [key, toColumns(format)]);
    const row = await insert({
      ...toColumns(original),
      formats: copies.length > 0 ? Object.fromEntries(copies) : null,
      alternativeText,
      caption,
      provider: storage().provider,
      folderPath: folder.path,
    });
    await folders.put(row.id, folder);
    return row as FileRow;
  };

  const toMaterial = async (row: FileRow): Promise<Material> => {
    const url = await storage().readableUrl(row);
    return { id: row.documentId, url: getService(strapi, 'site').absolute(url), type: row.type };
  };

  /** Lets the worker clean up behind an upload that failed. */
  const giveUp = async (intent: { id: number }, error: unknown): Promise<void> => {
    // A provider that did not answer may still be writing: its bytes wait out the grace. So do
    // those of an upload that failed with the database; this must not hide why it failed.
    if (codeOf(error) !== 'storage-timeout') {
      await queue()
        .makeDue(intent)
        .catch((reason: unknown) => void strapi.log.warn(reason));
      getService(strapi, 'removalWorker').poke();
    }
  };

  return {
    /**
     * Stores a file that was received.
     *
     * Before the first byte goes to storage, a removal row says that these bytes belong to
     * nobody; the transaction that writes the file row takes it back. So whatever ends this
     * half-way, the removal worker cleans up behind it.
     *
     * @throws what the preparation and the storage services throw
     */
    async create(material: NewMaterial, settle: Settle<Material>): Promise<Material> {
      const prepared = await getService(strapi, 'materialPreparation').prepare(material);
      const intent = await announce(prepared);
      try {
        await store(prepared);
        const { row, created } = await transaction(strapi, async () => {
          await queue().withdraw(intent);
          const row = await writeRow(material, prepared);
          const created = await toMaterial(row);
          await settle(created);
          return { row, created };
        });
        getService(strapi, 'mediaEvents').emit('media.create', row);
        return created;
      } catch (error) {
        await giveUp(intent, error);
        throw error;
      }
    },
  };
};

export type MaterialService = ReturnType<typeof createMaterialService>;
