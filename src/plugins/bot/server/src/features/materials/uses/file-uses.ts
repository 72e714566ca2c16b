import type { Core } from '@strapi/strapi';

import { FILE_REFERENCE_UID, FILE_UID } from '../../../core/constants';
import { inChunks } from '../../../core/database/chunks';
import { fileLinkTable, quote, tableOf } from '../../../core/database/connection';
import { existingRecords, type RecordRow } from '../../../core/database/rows/existing-rows';
import { placesFor, selectRows } from '../../../core/database/statement';
import { defineQuestion } from '../../../core/hooks';
import { serviceOf } from '../../../core/service';

import { keyOfFile } from '../references/addresses';

import { fileRelations } from './relations';

/** Number of uses to read in the first query for a set of files. */
const ENOUGH = 20;

/** A file, identified by its row id and its name in storage. */
export interface UsedFile {
  id: number;
  hash: string;
}

export interface FileUse extends RecordRow {
  fileId: number;
  /** The kind of use: a media field, the address in a text, or another relation. */
  how: 'media' | 'text' | 'relation';
}

interface Way {
  /** A SELECT statement up to and including `IN`. */
  sql: string;
  by: 'id' | 'key';
}

interface UseRow extends RecordRow {
  file_id: number | null;
  file_key: string | null;
  how: FileUse['how'];
}

/** Finds the records that use a file in a media field, a relation or a text. */
export const createFileUseService = ({ strapi }: { strapi: Core.Strapi }) => {
  const quoted = (name: string): string => quote(strapi, name);

  /** SELECT statements for all ways to use a file, each with the columns file_id, file_key, how, uid and id. */
  const ways: Way[] = [
    {
      sql: `SELECT file_id, NULL AS file_key, 'media' AS how, related_type AS uid, related_id AS id
        FROM ${quoted(fileLinkTable(strapi))} WHERE file_id IN`,
      by: 'id',
    },
    {
      sql: `SELECT NULL, file_key, 'text', source_type, source_id
        FROM ${quoted(tableOf(strapi, FILE_REFERENCE_UID))} WHERE file_key IN`,
      by: 'key',
    },
    ...fileRelations(strapi).map(({ uid, table, fileColumn, recordColumn, typeColumn }): Way => ({
      sql: `SELECT ${quoted(fileColumn)}, NULL, 'relation', '${uid}', ${quoted(recordColumn)}
          FROM ${quoted(table)} WHERE ${quoted(recordColumn)} IS NOT NULL
          ${typeColumn === undefined ? '' : `AND ${quoted(typeColumn)} = '${FILE_UID}'`}
          AND ${quoted(fileColumn)} IN`,
      by: 'id',
    })),
  ];

  /**
   * Finds uses with a single statement, in which each kind of use reads an index. Reads at most `limit` rows, because a
   * logo may have a million uses.
   */
  const findRows = async (files: UsedFile[], limit: number): Promise<UseRow[]> => {
    const values = {
      id: files.map(({ id }) => id),
      key: files.map(({ hash }) => keyOfFile(hash)),
    };
    const list = `(${placesFor(files)})`;
    const sql = `${ways.map((way) => `${way.sql} ${list}`).join(' UNION ALL ')} LIMIT ?`;
    const bindings = ways.flatMap((way): (number | string)[] => values[way.by]);
    return selectRows(strapi, sql, [...bindings, limit]);
  };

  const toUses = (row: UseRow, files: UsedFile[]): FileUse[] => {
    const { how, uid, id } = row;
    return files
      .filter((file) =>
        row.file_key === null ? file.id === row.file_id : keyOfFile(file.hash) === row.file_key
      )
      .map((file) => ({ fileId: file.id, how, uid, id }));
  };

  return {
    /**
     * Finds the records that use any of the files. Reads at most `limit` links for each batch of files, including
     * links of deleted records.
     * @returns the uses, and `isAll`: whether there are no others
     */
    async find(files: UsedFile[], limit: number) {
      const uses: FileUse[] = [];
      let isAll = true;
      for (const chunk of inChunks(files)) {
        const found = await findRows(chunk, limit);
        isAll &&= found.length < limit;
        // Records deleted without Strapi leave their links behind; these are no uses.
        for (const row of await existingRecords(strapi, found)) {
          uses.push(...toUses(row, chunk));
        }
      }
      return { uses, isAll };
    },

    /** Ids of the files that any record uses. */
    async used(files: UsedFile[]): Promise<Set<number>> {
      const used = new Set<number>();
      for (const chunk of inChunks(files)) {
        let open = chunk;
        let limit = ENOUGH;
        for (;;) {
          const found = await findRows(open, limit);
          for (const row of await existingRecords(strapi, found)) {
            toUses(row, open).forEach(({ fileId }) => used.add(fileId));
          }
          open = open.filter(({ id }) => !used.has(id));
          if (open.length === 0 || found.length < limit) break;
          // All uses found were of other files or of deleted records, so read more of them.
          limit *= 10;
        }
      }
      return used;
    },
  };
};

export const getFileUseService = serviceOf<typeof createFileUseService>('fileUse');

/** A publication that uses a file. */
export interface UsingWork {
  /** Document id of the publication. */
  id: string;
  title: string;
  isPublished: boolean;
  how: FileUse['how'][];
}

/** Hook that returns the publications that use a file; an empty list if no feature answers. */
export const worksUsing = defineQuestion<UsedFile, Promise<UsingWork[]>>(async () => []);
