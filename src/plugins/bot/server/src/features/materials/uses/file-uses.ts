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

/** Uses that are looked at before it is asked for more. */
const ENOUGH = 20;

/** A file by its row and its name in storage. */
export interface UsedFile {
  id: number;
  hash: string;
}

export interface FileUse extends RecordRow {
  fileId: number;
  /** As a media field, by its address in a text, or by a relation of another kind. */
  how: 'media' | 'text' | 'relation';
}

interface Way {
  /** Up to `IN`. */
  sql: string;
  by: 'id' | 'key';
}

interface UseRow extends RecordRow {
  file_id: number | null;
  file_key: string | null;
  how: FileUse['how'];
}

/** Knows who uses a file: each media field, each relation and each text of any record. */
export const createFileUseService = ({ strapi }: { strapi: Core.Strapi }) => {
  const quoted = (name: string): string => quote(strapi, name);

  /** Ways to use a file, each as a SELECT of (file_id, file_key, how, uid, id). */
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

  /** One statement, with a look-up by an index for each way. A logo may have a million uses. */
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
     * Finds the records that use one of some files. It looks at `limit` links at most, those of
     * records that are gone among them.
     * @returns them, and whether there are no others
     */
    async find(files: UsedFile[], limit: number) {
      const uses: FileUse[] = [];
      let isAll = true;
      for (const chunk of inChunks(files)) {
        const found = await findRows(chunk, limit);
        isAll &&= found.length < limit;
        // What was deleted past Strapi leaves its links behind, and uses nothing any more.
        for (const row of await existingRecords(strapi, found)) {
          uses.push(...toUses(row, chunk));
        }
      }
      return { uses, isAll };
    },

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
          // What was found told nothing of these: it was of others, or of records that are gone.
          limit *= 10;
        }
      }
      return used;
    },
  };
};

export const getFileUseService = serviceOf<typeof createFileUseService>('fileUse');

export interface UsingWork {
  /** Its document id. */
  id: string;
  title: string;
  isPublished: boolean;
  how: FileUse['how'][];
}

export const worksUsing = defineQuestion<UsedFile, Promise<UsingWork[]>>(async () => []);
