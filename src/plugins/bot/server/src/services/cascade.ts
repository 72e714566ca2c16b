import { AsyncLocalStorage } from 'node:async_hooks';

import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../constants';
import { fileLinkTable, query, tableOf } from '../database/connection';
import { columnsOf, toEntity, type Entity } from '../database/entity';
import { storedObjectsOf, type StoredFile } from '../media/stored-object';

import { botConfig, getService } from './lookup';

type LinkedFile = Entity & StoredFile & { id: number; documentId: string };

/** What a deletion did to the media of a publication, by material id. */
export interface CascadeReport {
  deleted: string[];
  kept: string[];
}

/**
 * Deletes the media of a publication with it (interface document, sections 2 and 3).
 * Both parts run in one transaction with the deletion of the document between them.
 */
export const createCascadeService = ({ strapi }: { strapi: Core.Strapi }) => {
  const reports = new AsyncLocalStorage<CascadeReport>();
  const columns = columnsOf(strapi, FILE_UID);
  const { lifecycles } = strapi.db;

  const isLinked = async (fileIds: number[]): Promise<Set<number>> => {
    const rows: { file_id: number }[] = await query(strapi, (knex) =>
      knex(fileLinkTable(strapi)).distinct('file_id').whereIn('file_id', fileIds)
    );
    return new Set(rows.map((row) => row.file_id));
  };

  const forgetRows = async (files: LinkedFile[]): Promise<void> => {
    if (files.length === 0) {
      return;
    }
    const ids = files.map(({ id }) => id);
    const params = { where: { id: { $in: ids } } };
    const states = await lifecycles.run('beforeDeleteMany', FILE_UID, { params });
    const count: number = await query(strapi, (knex) =>
      knex(tableOf(strapi, FILE_UID)).whereIn('id', ids).delete()
    );
    await lifecycles.run('afterDeleteMany', FILE_UID, { params, result: { count } }, states);
    for (const provider of new Set(files.map((file) => file.provider))) {
      const objects = files.filter((file) => file.provider === provider).flatMap(storedObjectsOf);
      await getService(strapi, 'removalQueue').add({ provider, objects });
    }
  };

  return {
    /**
     * The files linked to any version of a document: draft, published, every locale.
     * Their rows are locked, so that nobody attaches one to another record meanwhile.
     */
    async findLinkedFiles(documentId: string): Promise<LinkedFile[]> {
      const uid = botConfig(strapi).contentType;
      const rows: object[] = await query(strapi, (knex) => {
        const versions = knex(tableOf(strapi, uid)).select('id').where('document_id', documentId);
        const fileIds = knex(fileLinkTable(strapi))
          .select('file_id')
          .where('related_type', uid)
          .whereIn('related_id', versions);
        const files = knex(tableOf(strapi, FILE_UID)).whereIn('id', fileIds).orderBy('id');
        return strapi.db.dialect.client === 'sqlite' ? files : files.forUpdate();
      });
      return rows.map((row) => toEntity(columns, row) as LinkedFile);
    },

    /**
     * Deletes the rows of those files that no record uses any more and hands their bytes to
     * the removal table. To be called after the document is gone, in the same transaction.
     * @returns the files that were deleted
     */
    async removeUnlinked(files: LinkedFile[]): Promise<LinkedFile[]> {
      const linked = files.length === 0 ? new Set() : await isLinked(files.map(({ id }) => id));
      const kept = files.filter(({ id }) => linked.has(id));
      const deleted = files.filter(({ id }) => !linked.has(id));
      await forgetRows(deleted);

      const report = reports.getStore();
      report?.kept.push(...kept.map((file) => file.documentId));
      report?.deleted.push(...deleted.map((file) => file.documentId));
      return deleted;
    },

    /** Runs `remove` and tells what the cascade did inside it. */
    async report(remove: () => Promise<unknown>): Promise<CascadeReport> {
      const report: CascadeReport = { deleted: [], kept: [] };
      await reports.run(report, remove);
      return report;
    },
  };
};

export type CascadeService = ReturnType<typeof createCascadeService>;
