import type { RemovedPublication } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { ScopedValue } from '../../../core/scoped-value';
import { getChangeRecorderService, type NewChange } from '../../changes';
import { botConfig } from '../../../core/config';
import { FILE_UID } from '../../../core/constants';
import { afterCommit, fileLinkTable, quote, tableOf } from '../../../core/database/connection';
import {
  deleteRows,
  placesFor,
  selectRows,
  type StatementValue,
} from '../../../core/database/statement';
import { columnsOf, toEntity, type Entity } from '../../../core/database/rows/entity';
import { getRemovalQueueService, getRemovalWorkerService } from '../../removals';
import { createComponentRows } from '../../../core/strapi/database/component-rows';
import { getMediaEventsService } from '../../../core/strapi/media-events';
import { storedObjectsOf, type StoredFile } from '../../../core/strapi/uploads/stored-object';
import { serviceOf } from '../../../core/service';
import { getFileUseService } from './file-uses';

/** Takes over the bytes of deleted files, so that they can be restored. Runs in the transaction of the deletion. */
export type FileKeeper = (files: LinkedFile[]) => Promise<void>;

export type LinkedFile = Entity & StoredFile & { id: number; documentId: string; name: string };

/** An SQL condition for the rows of files, to follow `WHERE`. */
interface Condition {
  sql: string;
  values: StatementValue[];
}

const toDeletion = ({ documentId, name }: LinkedFile): NewChange => ({
  kind: 'material',
  event: 'deleted',
  subject: documentId,
  title: name,
});

/**
 * Deletes the media of a publication with the publication (interface document, sections 2 and 3). `findLinkedFiles`
 * runs before the deletion of the document and `removeUnlinked` after it, in the same transaction.
 */
export const createCascadeService = ({ strapi }: { strapi: Core.Strapi }) => {
  const reports = new ScopedValue<RemovedPublication['media']>();
  const columns = columnsOf(strapi, FILE_UID);
  const recorder = () => getChangeRecorderService(strapi);
  const { lifecycles } = strapi.db;

  const components = createComponentRows(strapi);
  const uid = botConfig(strapi).contentType;
  const [files, links, documents] = [
    tableOf(strapi, FILE_UID),
    fileLinkTable(strapi),
    tableOf(strapi, uid),
  ].map((table) => quote(strapi, table));
  const versions = `SELECT id FROM ${documents} WHERE document_id = ?`;

  /** SQL condition for the file links of all rows of a document and of their nested components. */
  const linksOf = async (documentId: string): Promise<Condition> => {
    const ofRows = 'related_type = ? AND related_id IN';
    if (!components.hasFilesBelow(uid)) {
      return { sql: `${ofRows} (${versions})`, values: [uid, documentId] };
    }
    const rows = await selectRows<{ id: number }>(strapi, versions, [documentId]);
    const below = await components.below(
      uid,
      rows.map(({ id }) => id)
    );
    const records = [...below].filter(([, ids]) => ids.length > 0);
    return {
      sql: records.map(([, ids]) => `${ofRows} (${placesFor(ids)})`).join(' OR ') || '1 = 0',
      values: records.flat(2),
    };
  };

  const ofDocument = async (documentId: string): Promise<Condition> => {
    const { sql, values } = await linksOf(documentId);
    return { sql: `id IN (SELECT file_id FROM ${links} WHERE ${sql})`, values };
  };

  const forgetRows = async (leaving: LinkedFile[], keeper: FileKeeper | undefined) => {
    if (leaving.length === 0) return;
    await keeper?.(leaving);
    const ids = leaving.map(({ id }) => id);
    const params = recorder().excludeFromRecording({ where: { id: { $in: ids } } });
    const states = await lifecycles.run('beforeDeleteMany', FILE_UID, { params });
    await deleteRows(strapi, files, ids);
    // The rows are locked, so all of them still exist.
    const result = { count: ids.length };
    await lifecycles.run('afterDeleteMany', FILE_UID, { params, result }, states);
    await recorder().record(leaving.map(toDeletion));
    if (keeper !== undefined) return;
    for (const provider of new Set(leaving.map((file) => file.provider))) {
      const objects = leaving.filter((file) => file.provider === provider).flatMap(storedObjectsOf);
      await getRemovalQueueService(strapi).add({ provider, objects });
    }
  };

  const readFiles = async ({ sql, values }: Condition, lock = ''): Promise<LinkedFile[]> => {
    const select = `SELECT * FROM ${files} WHERE ${sql} ORDER BY id ${lock}`;
    const rows = await selectRows<object>(strapi, select, values);
    return rows.map((row) => toEntity(columns, row) as LinkedFile);
  };

  /**
   * Locks the rows of files in the order of their primary key. On MySQL a condition on other tables or columns would
   * lock their rows and index entries too, in the order in which the server finds them, and cause deadlocks.
   */
  const lockFiles = async (which: Condition): Promise<LinkedFile[]> => {
    const { client } = strapi.db.dialect;
    if (client !== 'mysql') return readFiles(which, client === 'sqlite' ? '' : 'FOR UPDATE');
    const select = `SELECT id FROM ${files} WHERE ${which.sql}`;
    const rows = await selectRows<{ id: number }>(strapi, select, which.values);
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    return readFiles({ sql: `id IN (${placesFor(ids)})`, values: ids }, 'FOR UPDATE');
  };

  return {
    /**
     * Finds the files in all media fields of all versions of a document: draft, published, every locale, nested
     * components and dynamic zones. Locks their rows, so that nobody attaches one to another record.
     */
    async findLinkedFiles(documentId: string): Promise<LinkedFile[]> {
      return lockFiles(await ofDocument(documentId));
    },

    /** Finds the same files as `findLinkedFiles`, without locks. */
    async listLinkedFiles(documentId: string): Promise<LinkedFile[]> {
      return readFiles(await ofDocument(documentId));
    },

    /** Finds one file by its document id, and locks its row. */
    async findFile(documentId: string): Promise<LinkedFile | undefined> {
      const [file] = await lockFiles({ sql: 'document_id = ?', values: [documentId] });
      return file;
    },

    /**
     * Deletes the rows of files that no record uses in a media field, a relation or a text, and queues the removal
     * of their bytes. Call it after the deletion of the document, in the same transaction. The worker and webhooks
     * are notified after the commit.
     * @param keeper takes over the bytes instead of the removal queue
     * @returns the deleted files
     */
    async removeUnlinked(files: LinkedFile[], keeper?: FileKeeper): Promise<LinkedFile[]> {
      const used = await getFileUseService(strapi).used(files);
      const kept = files.filter(({ id }) => used.has(id));
      const deleted = files.filter(({ id }) => !used.has(id));
      await forgetRows(deleted, keeper);

      // The caller of a bulk delete owns the transaction, which commits later.
      afterCommit(() => {
        getRemovalWorkerService(strapi).wake();
        for (const file of deleted) {
          getMediaEventsService(strapi).emit('media.delete', file);
        }
      });
      const report = reports.get();
      report?.kept.push(...kept.map((file) => file.documentId));
      report?.deleted.push(...deleted.map((file) => file.documentId));
      return deleted;
    },

    /**
     * Runs `remove` and returns the ids of the files that `removeUnlinked` has deleted, and of the files that it has
     * not deleted because they are used.
     */
    async report(remove: () => Promise<unknown>): Promise<RemovedPublication['media']> {
      const report: RemovedPublication['media'] = { deleted: [], kept: [] };
      await reports.run(report, remove);
      return report;
    },
  };
};

export const getCascadeService = serviceOf<typeof createCascadeService>('cascade');
