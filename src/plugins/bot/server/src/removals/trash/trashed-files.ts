import { setTimeout as pause } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { FILE_UID, FOLDER_UID, PLUGIN_ID, REMOVAL_UID, TRASHED_FILE_UID } from '../../constants';
import {
  createRowInsert,
  folderLinkTable,
  fromJson,
  query,
  tableOf,
  transaction,
  type DatabaseDate,
  type Knex,
} from '../../database/connection';
import { columnsOf, type Entity } from '../../database/entity';
import { createInsert, type StoredEntity } from '../../database/insert-entity';
import { copyStored, secretName } from '../../materials/storage';
import { protocolError } from '../../protocol/errors';
import {
  storedObjectsOf,
  type StoredFile,
  type StoredObject,
} from '../../strapi/uploads/stored-object';
import { getRemovalQueueService, type UploadIntent } from '../queue';

type File = Entity & StoredFile & { id: number; documentId: string; name: string };

/** An object of a file: where readers found it, and where it is kept; null if it was lost before. */
export interface KeptObject {
  at: StoredObject;
  aside: StoredObject | null;
}

/** A file that has left the Media Library and can come back. */
export interface TrashedFile {
  id: number;
  documentId: string;
  provider: string;
  file: File;
  folder: number | null;
  kept: KeptObject[];
  /** Whether its bytes have been moved to names that nobody knows. */
  isAside: boolean;
  /** The row of the removal table about its bytes at the addresses of before, if there was one. */
  removal: number | null;
  attempts: number;
}

interface TrashedFileRow {
  id: number;
  document_id: string;
  subject: string;
  provider: string;
  file: string;
  folder: number | null;
  kept: string;
  is_aside: boolean | number;
  removal: number | null;
  restoring_until: DatabaseDate | null;
  due_at: DatabaseDate;
  attempts: number;
  trashed_at: DatabaseDate;
}

/** A trashed file whose bytes are where readers find them, for a transaction that makes use of it. */
export interface ReadyFile {
  trashed: TrashedFile;
  /** What says of these bytes that they belong to nobody; none if they never left. */
  intent?: UploadIntent;
}

/** Which files are dropped. */
export interface Which {
  id?: number;
  /** The publication that they went with. */
  subject?: string;
  /** Those that went no later. */
  until?: Date;
}

/** How long bytes at the addresses of before may wait for the row that owns them. */
const GRACE_MILLISECONDS = 60 * 60_000;
/** How long a restore has a file for itself; one that died leaves it for so long. */
const LEASE_MILLISECONDS = 5 * 60_000;
/** How long a restore waits for a worker, or another restore, that has the file. */
const PATIENCE_MILLISECONDS = 8_000;
const POLL_MILLISECONDS = 200;
/** Files that a sweep takes in one transaction. */
const SWEPT_AT_ONCE = 50;

const fromNow = (milliseconds: number): Date => new Date(Date.now() + milliseconds);

const toTrashedFile = (row: TrashedFileRow): TrashedFile => ({
  id: row.id,
  documentId: row.document_id,
  provider: row.provider,
  file: fromJson<File>(row.file),
  folder: row.folder,
  kept: fromJson<KeptObject[]>(row.kept),
  isAside: Boolean(row.is_aside),
  removal: row.removal,
  attempts: row.attempts,
});

const placesBefore = ({ kept }: TrashedFile): StoredObject[] => kept.map(({ at }) => at);
const placesAside = ({ kept }: TrashedFile): StoredObject[] =>
  kept.flatMap(({ aside }) => aside ?? []);

/**
 * Files that went with a publication and may come back. Their rows and bytes are never both gone:
 * bytes leave the addresses of before only when the table says that they are kept elsewhere, and what
 * is kept elsewhere goes only by way of the removal table. See `docs/decisions/14-trash.md`.
 */
export const createTrashedFileService = ({ strapi }: { strapi: Core.Strapi }) => {
  const queue = () => getRemovalQueueService(strapi);
  const insertRow = createRowInsert(strapi, TRASHED_FILE_UID);
  const insertFile = createInsert(strapi, FILE_UID);
  const columns = columnsOf(strapi, FILE_UID);
  const trashed = (knex: Knex) => knex<TrashedFileRow>(tableOf(strapi, TRASHED_FILE_UID));
  const removals = (knex: Knex) => knex(tableOf(strapi, REMOVAL_UID));

  /** Of those that no restore has. */
  const freeRows = (knex: Knex) =>
    trashed(knex).where((free) =>
      free.whereNull('restoring_until').orWhere('restoring_until', '<=', new Date())
    );

  const foldersOf = async (files: File[]): Promise<Map<number, number>> => {
    const ids = files.map(({ id }) => id);
    const rows: { file_id: number; folder_id: number }[] = await query(strapi, (knex) =>
      knex(folderLinkTable(strapi)).select('file_id', 'folder_id').whereIn('file_id', ids)
    );
    return new Map(rows.map((row) => [row.file_id, row.folder_id]));
  };

  /** Dates are texts in JSON, and drivers take them for local times. */
  const toEntity = (file: File): Entity => {
    const { id: _id, ...entity } = file as Entity;
    for (const { name, type } of columns) {
      const value = entity[name];
      if (type === 'datetime' && typeof value === 'string') {
        entity[name] = new Date(value);
      }
    }
    return entity;
  };

  /** People who are gone meanwhile have made nothing. */
  const withoutGonePeople = async (entity: Entity): Promise<Entity> => {
    for (const name of ['createdBy', 'updatedBy']) {
      const id = entity[name];
      if (
        typeof id === 'number' &&
        !(await strapi.db.query('admin::user').findOne({ where: { id } }))
      ) {
        entity[name] = null;
      }
    }
    return entity;
  };

  const newest = (documentId: string): Promise<TrashedFileRow | undefined> =>
    query(strapi, (knex) =>
      trashed(knex).where({ document_id: documentId }).orderBy('id', 'desc').first()
    );

  /**
   * Takes a file for one restore, and says of its bytes at the addresses of before that they belong
   * to nobody, which stands until a row owns them again.
   * @returns undefined while somebody else is at it; null if it is not there any more
   */
  const claim = (documentId: string): Promise<ReadyFile | null | undefined> =>
    transaction(strapi, async (knex) => {
      const row = await newest(documentId);
      if (row === undefined) {
        return null;
      }
      const claimed = await freeRows(knex)
        .where({ id: row.id, is_aside: row.is_aside })
        .update({ restoring_until: fromNow(LEASE_MILLISECONDS) });
      if (claimed !== 1) {
        return undefined;
      }
      const file = toTrashedFile(row);
      if (!file.isAside) {
        return { trashed: file };
      }
      const objects = placesBefore(file);
      const { provider, removal } = file;
      const dueAt = fromNow(GRACE_MILLISECONDS);
      const taken = removal === null ? 0 : await reuse(knex, removal, dueAt);
      if (taken === 0 && removal !== null && (await isThere(knex, removal))) {
        // The removal worker is at these very names.
        await trashed(knex).where({ id: file.id }).update({ restoring_until: null });
        return undefined;
      }
      const intent =
        taken === 1 && removal !== null
          ? { id: removal, provider, objects }
          : await queue().add({ provider, objects, dueAt });
      await trashed(knex).where({ id: file.id }).update({ removal: intent.id });
      return { trashed: file, intent };
    });

  const reuse = async (knex: Knex, id: number, dueAt: Date): Promise<number> =>
    removals(knex).where({ id, attempts: 0 }).update({ due_at: dueAt });

  const isThere = async (knex: Knex, id: number): Promise<boolean> =>
    (await removals(knex).where({ id }).first('id')) !== undefined;

  /** @throws `storage-unavailable` if somebody else has it for too long */
  const claimPatiently = async (documentId: string): Promise<ReadyFile | null> => {
    const until = Date.now() + PATIENCE_MILLISECONDS;
    for (;;) {
      const claimed = await claim(documentId);
      if (claimed !== undefined) {
        return claimed;
      }
      if (Date.now() > until) {
        throw protocolError('storage-unavailable', {
          message: 'The bytes of a file of this publication are being moved',
        });
      }
      await pause(POLL_MILLISECONDS);
    }
  };

  /** Copies the bytes back to where readers found them. A provider may give them another address. */
  const bringBack = async ({ trashed: { file, kept } }: ReadyFile): Promise<void> => {
    const described: StoredObject[] = [file, ...Object.values(file.formats ?? {})];
    for (const [index, { at, aside }] of kept.entries()) {
      const back = aside && (await copyStored(strapi, aside, { ...at, name: file.name }));
      if (back) {
        const { url, provider_metadata } = back;
        Object.assign(described[index] ?? {}, { url, provider_metadata });
      } else {
        strapi.log.warn(`Bot: the bytes of ${at.hash} are not there any more`);
      }
    }
  };

  /** Lets go of files whose restore has failed, or was not needed. */
  const release = async (files: ReadyFile[]): Promise<void> => {
    for (const { trashed: file, intent } of files) {
      const count = await query(strapi, (knex) =>
        trashed(knex).where({ id: file.id }).update({ restoring_until: null })
      );
      // Of one that has been restored after all a row owns the bytes, and the worker leaves them.
      if (count === 1 && intent !== undefined) {
        await queue().makeDue(intent);
      }
    }
  };

  return {
    /**
     * Writes down files that are about to leave the Media Library. To be called in the transaction that
     * deletes their rows, before it.
     * @param subject the publication that they went with
     */
    async keep(files: File[], subject: string): Promise<void> {
      const folders = await foldersOf(files);
      for (const file of files) {
        const kept = storedObjectsOf(file).map((at): KeptObject => {
          const { ext, mime, path } = at;
          return { at, aside: { hash: secretName(), ext, mime, path } };
        });
        await insertRow({
          document_id: file.documentId,
          subject,
          provider: file.provider,
          file: JSON.stringify(file),
          folder: folders.get(file.id) ?? null,
          kept: JSON.stringify(kept),
          is_aside: false,
          due_at: new Date(),
          attempts: 0,
          trashed_at: new Date(),
        });
      }
    },

    /**
     * Brings the bytes of files back to where readers found them. To be called outside of a
     * transaction; what it gives is for `restore`, or for `release`.
     * @param documentIds those that are not in the trash are passed over
     * @throws `storage-unavailable` while somebody else moves one of them, and what storage says
     */
    async makeReady(documentIds: string[]): Promise<ReadyFile[]> {
      const ready: ReadyFile[] = [];
      try {
        // In one order, so that nobody waits in a circle.
        for (const documentId of [...documentIds].sort()) {
          const file = await claimPatiently(documentId);
          if (file !== null) {
            ready.push(file);
            if (file.trashed.isAside) {
              await bringBack(file);
            }
          }
        }
        return ready;
      } catch (error) {
        await release(ready).catch((reason: unknown) => void strapi.log.warn(reason));
        throw error;
      }
    },

    release,

    /** Whether one of these files is in the trash. */
    async hasAny(documentIds: string[]): Promise<boolean> {
      const row = await query(strapi, (knex) =>
        trashed(knex).whereIn('document_id', documentIds).first('id')
      );
      return row !== undefined;
    },

    /**
     * Puts a file back into the Media Library, with its id. To be called in a transaction.
     * @throws `storage-timeout` if it took so long that its bytes may be gone again
     */
    async restore({ trashed: file, intent }: ReadyFile): Promise<StoredEntity> {
      const own = { id: file.id };
      const count = await query(strapi, (knex) => trashed(knex).where(own).delete());
      if (count !== 1) {
        throw protocolError('storage-timeout');
      }
      if (intent !== undefined) {
        await queue().cancel(intent);
      }
      // A worker may be copying what was not aside yet.
      const dueAt = file.isAside ? new Date() : fromNow(GRACE_MILLISECONDS);
      await queue().add({ provider: file.provider, objects: placesAside(file), dueAt });
      const row = await insertFile(await withoutGonePeople(toEntity(file.file)));
      await query(strapi, async (knex) => {
        const folder =
          file.folder !== null &&
          (await knex(tableOf(strapi, FOLDER_UID)).where({ id: file.folder }).first('id', 'path'));
        if (folder) {
          await knex(folderLinkTable(strapi)).insert({ file_id: row.id, folder_id: folder.id });
        }
        const folderPath: unknown = folder ? folder.path : '/';
        if (folderPath !== file.file.folderPath) {
          await knex(tableOf(strapi, FILE_UID))
            .where({ id: row.id })
            .update({ folder_path: folderPath });
        }
      });
      return row;
    },

    /**
     * Frees files that a restore had for itself when it died. To be called at start, and only of use on
     * SQLite, which one process has at a time; elsewhere its lease has to run out.
     */
    async freeLeases(): Promise<void> {
      if (strapi.db.dialect.client === 'sqlite') {
        await query(strapi, (knex) =>
          trashed(knex).whereNotNull('restoring_until').update({ restoring_until: null })
        );
      }
    },

    /** Files whose bytes still are where readers find them, as far as they are due. */
    async findDue(limit: number): Promise<TrashedFile[]> {
      const rows = await query(strapi, (knex) =>
        freeRows(knex)
          .where('is_aside', false)
          .where('due_at', '<=', new Date())
          .orderBy('due_at')
          .limit(limit)
      );
      return rows.map(toTrashedFile);
    },

    /**
     * Says that the bytes of a file have been copied aside: those that readers find may go.
     * @param kept where they are
     */
    async noteAside(file: TrashedFile, kept: KeptObject[]): Promise<void> {
      await transaction(strapi, async (knex) => {
        const { provider } = file;
        const { id } = await queue().add({ provider, objects: placesBefore(file) });
        const noted = await freeRows(knex)
          .where({ id: file.id, is_aside: false })
          .update({ kept: JSON.stringify(kept), is_aside: true, removal: id, attempts: 0 });
        if (noted === 1) {
          return;
        }
        // Somebody was faster, or it is being restored.
        await queue().cancel({ id, provider, objects: [] });
        const row = await trashed(knex).where({ id: file.id }).first('id');
        if (row === undefined) {
          await queue().add({ provider, objects: kept.flatMap(({ aside }) => aside ?? []) });
        }
      });
    },

    /** Tries again later. */
    async postpone({ id, attempts }: TrashedFile, error: unknown, dueAt: Date): Promise<void> {
      const lastError = error instanceof Error ? error.message : String(error);
      await query(strapi, (knex) =>
        trashed(knex)
          .where({ id })
          .update({ attempts: attempts + 1, due_at: dueAt, last_error: lastError } as object)
      );
    },

    /** Drops some files for good: their bytes go by way of the removal table. @returns how many */
    async drop({ until, ...named }: Which): Promise<number> {
      return transaction(strapi, async (knex) => {
        const rows = freeRows(knex).orderBy('id').limit(SWEPT_AT_ONCE);
        void rows.where(named);
        if (until !== undefined) {
          void rows.where('trashed_at', '<=', until);
        }
        let dropped = 0;
        for (const file of (await rows).map(toTrashedFile)) {
          const count = await freeRows(knex)
            .where({ id: file.id, is_aside: file.isAside })
            .delete();
          if (count === 1) {
            dropped += 1;
            const { provider } = file;
            if (!file.isAside) {
              await queue().add({ provider, objects: placesBefore(file) });
            }
            const dueAt = file.isAside ? new Date() : fromNow(GRACE_MILLISECONDS);
            await queue().add({ provider, objects: placesAside(file), dueAt });
          }
        }
        return dropped;
      });
    },
  };
};

export type TrashedFileService = ReturnType<typeof createTrashedFileService>;

/** Gives this service of a site. */
export const getTrashedFileService = (strapi: Core.Strapi): TrashedFileService =>
  strapi.plugin(PLUGIN_ID).service('trashedFile');
