import type { RemovedPublication } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { ScopedValue } from '../../../core/scoped-value';
import { getChangeRecorderService, type NewChange } from '../../changes';
import { botConfig } from '../../../core/config';
import { FILE_UID } from '../../../core/constants';
import {
  afterCommit,
  fileLinkTable,
  query,
  quote,
  tableOf,
  type Knex,
} from '../../../core/database/connection';
import { deleteRows } from '../../../core/database/statement';
import { columnsOf, toEntity, type Entity } from '../../../core/database/rows/entity';
import { getRemovalQueueService, getRemovalWorkerService } from '../../removals';
import { createComponentRows } from '../../../core/strapi/database/component-rows';
import { getMediaEventsService } from '../../../core/strapi/media-events';
import { storedObjectsOf, type StoredFile } from '../../../core/strapi/uploads/stored-object';
import { serviceOf } from '../../../core/service';
import { getFileUseService } from './file-uses';

/**
 * Keeps deleted files for whoever wants them back: in the transaction of the deletion, it takes over their bytes.
 */
export type FileKeeper = (files: LinkedFile[]) => Promise<void>;

export type LinkedFile = Entity & StoredFile & { id: number; documentId: string; name: string };

/** Picks some rows, of the links to files or of files. */
type LinkedRows = (knex: Knex, links: Query) => Query;
type Query = ReturnType<Knex>;

const toDeletion = ({ documentId, name }: LinkedFile): NewChange => ({
  kind: 'material',
  event: 'deleted',
  subject: documentId,
  title: name,
});

/**
 * Deletes the media of a publication with it (interface document, sections 2 and 3).
 * Both parts run in one transaction with the deletion of the document between them.
 */
export const createCascadeService = ({ strapi }: { strapi: Core.Strapi }) => {
  const reports = new ScopedValue<RemovedPublication['media']>();
  const columns = columnsOf(strapi, FILE_UID);
  const recorder = () => getChangeRecorderService(strapi);
  const { lifecycles } = strapi.db;

  const components = createComponentRows(strapi);
  const uid = botConfig(strapi).contentType;

  const versionsOf = (knex: Knex, documentId: string) =>
    knex(tableOf(strapi, uid)).select('id').where('document_id', documentId);

  /** The rows of a document, and of the components inside of them, as the links to files name them. */
  const linkedRows = async (documentId: string): Promise<LinkedRows> => {
    if (!components.hasFilesBelow(uid)) {
      return (knex, links) =>
        links.where('related_type', uid).whereIn('related_id', versionsOf(knex, documentId));
    }
    const versions: { id: number }[] = await query(strapi, (knex) => versionsOf(knex, documentId));
    const ids = versions.map(({ id }) => id);
    const records = await components.below(uid, ids);
    return (_knex, links) =>
      links.where((some) => {
        for (const [type, rows] of records) {
          void some.orWhere((one) => one.where('related_type', type).whereIn('related_id', rows));
        }
      });
  };

  const forgetRows = async (files: LinkedFile[], keeper: FileKeeper | undefined) => {
    if (files.length === 0) {
      return;
    }
    await keeper?.(files);
    const ids = files.map(({ id }) => id);
    const params = recorder().tellElsewhere({ where: { id: { $in: ids } } });
    const states = await lifecycles.run('beforeDeleteMany', FILE_UID, { params });
    await deleteRows(strapi, quote(strapi, tableOf(strapi, FILE_UID)), ids);
    // They are locked: none has gone meanwhile.
    const result = { count: ids.length };
    await lifecycles.run('afterDeleteMany', FILE_UID, { params, result }, states);
    await recorder().record(files.map(toDeletion));
    if (keeper !== undefined) {
      return;
    }
    for (const provider of new Set(files.map((file) => file.provider))) {
      const objects = files.filter((file) => file.provider === provider).flatMap(storedObjectsOf);
      await getRemovalQueueService(strapi).add({ provider, objects });
    }
  };

  const readFiles = async (which: LinkedRows): Promise<LinkedFile[]> => {
    const rows: object[] = await query(strapi, (knex) =>
      which(knex, knex(tableOf(strapi, FILE_UID))).orderBy('id')
    );
    return rows.map((row) => toEntity(columns, row) as LinkedFile);
  };

  const lockFiles = (which: LinkedRows): Promise<LinkedFile[]> =>
    readFiles((knex, files) => which(knex, files).forUpdate());

  const linkedFiles = async (documentId: string): Promise<LinkedRows> => {
    const ofDocument = await linkedRows(documentId);
    return (knex, files) =>
      files.whereIn('id', ofDocument(knex, knex(fileLinkTable(strapi)).select('file_id')));
  };

  return {
    /**
     * The files in any media field of any version of a document: draft, published, every locale,
     * components in components and dynamic zones included.
     * Their rows are locked, so that nobody attaches one to another record meanwhile.
     */
    async findLinkedFiles(documentId: string): Promise<LinkedFile[]> {
      return lockFiles(await linkedFiles(documentId));
    },

    /** The same files for somebody who only looks. */
    async listLinkedFiles(documentId: string): Promise<LinkedFile[]> {
      return readFiles(await linkedFiles(documentId));
    },

    /** One file by its document id, locked in the same way. */
    async findFile(documentId: string): Promise<LinkedFile | undefined> {
      const [file] = await lockFiles((_knex, files) => files.where('document_id', documentId));
      return file;
    },

    /**
     * Deletes the rows of those files that no record uses any more, in a media field, a relation
     * or a text, and hands their bytes to the removal table. To be called after the document is gone, in the same transaction. Worker and webhooks learn of it once that has committed.
     * @param keeper takes them in place of the removal table
     * @returns the files that were deleted
     */
    async removeUnlinked(files: LinkedFile[], keeper?: FileKeeper): Promise<LinkedFile[]> {
      const used = await getFileUseService(strapi).used(files);
      const kept = files.filter(({ id }) => used.has(id));
      const deleted = files.filter(({ id }) => !used.has(id));
      await forgetRows(deleted, keeper);

      // In a bulk delete the transaction is the caller's, and commits later than this returns.
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

    /** Runs `remove` and tells what the cascade did inside it. */
    async report(remove: () => Promise<unknown>): Promise<RemovedPublication['media']> {
      const report: RemovedPublication['media'] = { deleted: [], kept: [] };
      await reports.run(report, remove);
      return report;
    },
  };
};

export const getCascadeService = serviceOf<typeof createCascadeService>('cascade');
