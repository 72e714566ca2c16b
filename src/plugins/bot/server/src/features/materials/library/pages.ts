import type { materialList, MaterialType } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import _ from 'lodash';
import type { z } from 'zod';

import { botConfig } from '../../../core/config';
import { FILE_UID } from '../../../core/constants';
import {
  knexOf,
  fileLinkTable,
  quote,
  tableOf,
  type Knex,
} from '../../../core/database/connection';
import { columnsOf, toEntity } from '../../../core/database/rows/entity';
import { getFileUseService } from '../uses/file-uses';

import type { LibraryFile } from './record';

type Asked = Omit<z.output<ReturnType<typeof materialList>>, 'cursor'>;

export interface MaterialQuery extends Asked {
  /** True to select files that are used only by their addresses in texts. Cannot be combined with `attached` and `sha256`. */
  inTextsOnly?: boolean;
  /** The row id before which the page starts, newest first. */
  cursor?: number;
}

interface FilePage {
  files: LibraryFile[];
  /** Cursor of the next page; absent on the last page. */
  next?: number;
}

/** Row id from which the first page starts, above all existing row ids. */
const NEWEST = 2 ** 31 - 1;
/** Maximum number of files to search for a page of unattached files; see `createFilePages`. */
const LOOKED_AT = 4_000;
/** Maximum number of uses to read for the files of one batch. Uses beyond this limit are ignored. */
const USES = 10_000;
/** Maximum number of batches of files to read for a page, each with a query for uses. */
const STRETCHES = 10;

/**
 * Reads the Media Library page by page in descending order of row ids, so that the newest files come first and each
 * page is a range of an index.
 *
 * No column says whether a file is used: many tables refer to files, and other code writes them. A page with the
 * filter `attached` therefore searches a bounded number of files. It may have fewer items than requested, or none,
 * and still have a next page.
 */
export const createFilePages = (strapi: Core.Strapi) => {
  const columns = columnsOf(strapi, FILE_UID);
  const table = tableOf(strapi, FILE_UID);
  const uid = botConfig(strapi).contentType;
  const quoted = (name: string) => quote(strapi, name);
  // COALESCE keeps the query planner from using an anti-join, which would read all attached files.
  const isUnused = `COALESCE((SELECT 1 FROM ${quoted(fileLinkTable(strapi))} AS link
    JOIN ${quoted(tableOf(strapi, uid))} AS work ON work.id = link.related_id
    WHERE link.file_id = ${quoted(table)}.id AND link.related_type = '${uid}' LIMIT 1), 0) = 0`;

  const newestBefore = (before: number, type: MaterialType | undefined) => {
    const rows = knexOf(strapi)(table).where('id', '<', before).orderBy('id', 'desc');
    return type === undefined ? rows : rows.where({ type });
  };

  const read = async (
    { type, sha256 }: MaterialQuery,
    before: number,
    limit: number,
    narrow: (rows: ReturnType<Knex>) => ReturnType<Knex> = (rows) => rows
  ): Promise<LibraryFile[]> => {
    const digests: object[] =
      sha256 === undefined
        ? [{}]
        : [{ bot_received_digest: sha256 }, { bot_stored_digest: sha256 }];
    const found: { id: number }[] = [];
    for (const digest of digests) {
      const rows = await narrow(newestBefore(before, type).where(digest).limit(limit));
      found.push(...(rows as { id: number }[]));
    }
    return _.sortedUniqBy(_.orderBy(found, 'id', 'desc'), 'id')
      .slice(0, limit)
      .map((row) => toEntity(columns, row) as LibraryFile);
  };

  /** The id of the last row to search for a page; undefined if fewer than `LOOKED_AT` rows are left. */
  const endOfLook = async (before: number, type: MaterialType | undefined) => {
    const row: { id: number } | undefined = await newestBefore(before, type)
      .offset(LOOKED_AT - 1)
      .first('id');
    return row?.id;
  };

  const chooseByUse = async (
    { attached, inTextsOnly }: MaterialQuery,
    files: LibraryFile[]
  ): Promise<LibraryFile[]> => {
    if (inTextsOnly === true) {
      const { uses } = await getFileUseService(strapi).find(files, USES);
      const ways = _.groupBy(uses, 'fileId');
      return files.filter(({ id }) => ways[id]?.every(({ how }) => how === 'text') === true);
    }
    const used = await getFileUseService(strapi).used(files);
    return files.filter(({ id }) => used.has(id) === attached);
  };

  /**
   * Selects used or unused files, batch by batch. For unused files, the query already excludes files of publications,
   * because most attached files belong to publications.
   */
  const filterByUse = async (query: MaterialQuery, before: number): Promise<FilePage> => {
    const size = query.limit + 1;
    const passOver =
      (query.attached === false || query.inTextsOnly === true) && query.sha256 === undefined;
    const end = passOver ? await endOfLook(before, query.type) : undefined;
    const found: LibraryFile[] = [];
    let last = before;
    for (let count = 0; count < STRETCHES && found.length < size; count += 1) {
      const files = await read(query, last, size, (rows) => {
        const some = passOver ? rows.whereRaw(isUnused) : rows;
        return end === undefined ? some : some.where('id', '>=', end);
      });
      found.push(...(await chooseByUse(query, files)));
      const isFull = files.length === size;
      if (!isFull && end === undefined) return cut(found, query.limit);
      last = isFull ? (files.at(-1)?.id ?? last) : (end ?? 0);
      if (!isFull) break;
    }
    return found.length < size ? { files: found, next: last } : cut(found, query.limit);
  };

  const cut = (found: LibraryFile[], limit: number): FilePage => {
    const files = found.slice(0, limit);
    return found.length > limit ? { files, next: files.at(-1)?.id } : { files };
  };

  return {
    /**
     * Reads a page of the list of materials. Needs at most two queries, except for the filters `attached` and
     * `inTextsOnly`.
     */
    async page(query: MaterialQuery): Promise<FilePage> {
      const before = query.cursor ?? NEWEST;
      return query.attached === undefined && query.inTextsOnly !== true
        ? cut(await read(query, before, query.limit + 1), query.limit)
        : filterByUse(query, before);
    },

    /** Reads files by their document ids, in any order. Omits deleted files. */
    async named(documentIds: string[]): Promise<LibraryFile[]> {
      const rows: object[] = await knexOf(strapi)(table).whereIn('document_id', documentIds);
      return rows.map((row) => toEntity(columns, row) as LibraryFile);
    },
  };
};
