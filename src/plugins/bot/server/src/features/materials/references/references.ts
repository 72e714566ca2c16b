import type { Core, UID } from '@strapi/strapi';

import type { OwnType } from '../../../core/additions/own-types';
import { FILE_REFERENCE_UID, FILE_UID } from '../../../core/constants';
import { inChunks } from '../../../core/database/chunks';
import { knexOf, tableOf } from '../../../core/database/connection';
import { existingRecords } from '../../../core/database/rows/existing-rows';
import { serviceOf } from '../../../core/service';

import { addressesIn, mayHoldAddress } from './addresses';
import { plainText, type Text } from './text-attributes';

/** The table of references from texts to files. */
export const fileReference: OwnType = {
  description: 'A record that shows a file by its address in a text',
  attributes: {
    fileKey: { type: 'string', required: true },
    sourceType: { type: 'string', required: true },
    sourceId: { type: 'integer', required: true },
  },
  indexes: {
    bot_file_references_key_index: ['file_key'],
    bot_file_references_source_index: ['source_type', 'source_id'],
  },
};

/** A record with its texts, identified by its content type or component and its row id. */
export interface TextSource {
  uid: string;
  id: number;
  texts: Text[];
}

const holdersOf = (sources: TextSource[]): (Omit<TextSource, 'texts'> & { text: string })[] =>
  sources
    .map(({ texts, ...source }) => ({ ...source, text: texts.map(plainText).join('\n') }))
    .filter(({ text }) => mayHoldAddress(text));

/** Whether any of the given texts can contain the address of a file. */
export const mayHoldAddresses = (texts: Text[]): boolean =>
  texts.some((text) => mayHoldAddress(plainText(text)));

/**
 * Maintains the table of file addresses in texts: which record shows which file. Each save updates the table, so that
 * the deletion of a file need not read all texts.
 */
export const createFileReferenceService = ({ strapi }: { strapi: Core.Strapi }) => {
  const table = tableOf(strapi, FILE_REFERENCE_UID);
  const files = tableOf(strapi, FILE_UID);

  /**
   * Waits for running deletions of files with the given storage names, and prevents new deletions until the open
   * transaction ends. Locks rows in the order of their primary key, like `uses/cascade.ts`, to avoid deadlocks.
   */
  const holdFiles = async (names: string[]): Promise<void> => {
    if (strapi.db.dialect.client === 'sqlite') return;
    for (const chunk of inChunks(names)) {
      const rows: { id: number }[] = await knexOf(strapi)(files)
        .select('id')
        .whereIn('hash', chunk);
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) {
        await knexOf(strapi)(files).select('id').whereIn('id', ids).orderBy('id').forShare();
      }
    }
  };

  const service = {
    /**
     * Storage names of the files whose addresses a text may contain; usually none. The site's pages use this function.
     */
    namesIn: (text: string): string[] => (mayHoldAddress(text) ? [...addressesIn(text).names] : []),

    /**
     * Stores which files new records show by file addresses in their texts. Most records show none and need no query.
     */
    async add(sources: TextSource[]): Promise<void> {
      const found = holdersOf(sources).map(({ text, ...source }) => ({
        ...source,
        ...addressesIn(text),
      }));
      if (found.length === 0) return;
      await holdFiles([...new Set(found.flatMap(({ names }) => [...names]))].sort());
      const rows = found.flatMap(({ uid, id, keys }) =>
        [...keys].map((key) => ({ file_key: key, source_type: uid, source_id: id }))
      );
      for (const chunk of inChunks(rows)) {
        await knexOf(strapi)(table).insert(chunk);
      }
    },

    /** Replaces the stored references to files for changed records of one type. */
    async replace(uid: string, sources: TextSource[]): Promise<void> {
      await service.forget(
        uid,
        sources.map(({ id }) => id)
      );
      await service.add(sources);
    },

    /** Deletes all stored references to files from the records with the given row ids. */
    async forget(uid: string, ids: number[]): Promise<void> {
      for (const chunk of inChunks(ids)) {
        await knexOf(strapi)(table).where('source_type', uid).whereIn('source_id', chunk).delete();
      }
    },

    /** Deletes stored references to files from deleted records of a type. Scans all references of that type. */
    async deleteOrphans(uid: string): Promise<void> {
      const sources = tableOf(strapi, uid as UID.Schema);
      const knex = knexOf(strapi);
      await knex(table)
        .where('source_type', uid)
        .whereNotExists(
          knex(sources)
            .select('id')
            .whereRaw('?? = ??', [`${sources}.id`, `${table}.source_id`])
        )
        .delete();
    },

    /**
     * Checks the next `limit` stored references to files after the row id `after`, and deletes references from deleted
     * records.
     * @returns the ids of the checked references
     */
    async deleteOrphansAfter(after: number, limit: number): Promise<number[]> {
      const rows: { id: number; source_type: string; source_id: number }[] = await knexOf(strapi)(
        table
      )
        .select('id', 'source_type', 'source_id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit);
      const records = rows.map((row) => ({ uid: row.source_type, id: row.source_id }));
      const existing = new Set(await existingRecords(strapi, records));
      const orphans = records.filter((record) => !existing.has(record));
      for (const uid of new Set(orphans.map((record) => record.uid))) {
        await service.forget(
          uid,
          orphans.filter((record) => record.uid === uid).map(({ id }) => id)
        );
      }
      return rows.map(({ id }) => id);
    },
  };
  return service;
};

export const getFileReferenceService =
  serviceOf<typeof createFileReferenceService>('fileReference');
