import type { materialList, MaterialType } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import _ from 'lodash';
import type { z } from 'zod';

import { botConfig } from '../../../core/config';
import { FILE_UID } from '../../../core/constants';
import { fileLinkTable, query, quote, tableOf, type Knex } from '../../../core/database/connection';
import { columnsOf, toEntity } from '../../../core/database/rows/entity';
import { getFileUseService } from '../uses/file-uses';

import type { LibraryFile } from './record';

type Asked = Omit<z.output<ReturnType<typeof materialList>>, 'cursor'>;

export interface MaterialQuery extends Asked {
  /** Only those that nothing uses but texts, by their addresses. Without `attached` and `sha256`. */
  inTextsOnly?: boolean;
  /** The row before which the page starts, the newest first. */
  cursor?: number;
}

interface FilePage {
  files: LibraryFile[];
  /** Where the next page starts; absent on the last page. */
  next?: number;
}

/** Larger than the number of any row, on every database. */
const NEWEST = 2 ** 31 - 1;
/** Files that a page of unattached ones is looked for among; see below. */
const LOOKED_AT = 4_000;
/** Uses of the files of a stretch that are looked at; what a file beyond them is used by is not known here. */
const USES = 10_000;
/** Stretches whose uses are looked up for a page. */
const STRETCHES = 10;

/**
 * Reads the Media Library page by page: by the numbers of rows, which grow, so that the newest come
 * first, and each page is a stretch of an index.
 *
 * Whether something uses a file stands in no column: many tables say it, and others write them. So
 * a page by `attached` looks at a bounded number of files. It may have fewer items than asked for,
 * or none, and still lead to a next one.
 */
export const createFilePages = (strapi: Core.Strapi) => {
  const columns = columnsOf(strapi, FILE_UID);
  const table = tableOf(strapi, FILE_UID);
  const uid = botConfig(strapi).contentType;
  const quoted = (name: string) => quote(strapi, name);
  // No planner may take this for an anti-join, which would read all that is attached.
  const isUnused = `COALESCE((SELECT 1 FROM ${quoted(fileLinkTable(strapi))} AS link
    JOIN ${quoted(tableOf(strapi, uid))} AS work ON work.id = link.related_id
    WHERE link.file_id = ${quoted(table)}.id AND link.related_type = '${uid}' LIMIT 1), 0) = 0`;

  const newestBefore = (knex: Knex, before: number, type: MaterialType | undefined) => {
    const rows = knex(table).where('id', '<', before).orderBy('id', 'desc');
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
      const rows = await query(strapi, (knex) =>
        narrow(newestBefore(knex, before, type).where(digest).limit(limit))
      );
      found.push(...(rows as { id: number }[]));
    }
    return _.sortedUniqBy(_.orderBy(found, 'id', 'desc'), 'id')
      .slice(0, limit)
      .map((row) => toEntity(columns, row) as LibraryFile);
  };

  /** The row that ends what is looked at for a page; undefined if all that is left is little. */
  const endOfLook = async (before: number, type: MaterialType | undefined) => {
    const row: { id: number } | undefined = await query(strapi, (knex) =>
      newestBefore(knex, before, type)
        .offset(LOOKED_AT - 1)
        .first('id')
    );
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
   * Looks up the uses of one stretch of files after the other. Most that are attached are so to
   * publications; where unattached ones are asked for, these are passed over in the database.
   */
  const filterByUse = async (asked: MaterialQuery, before: number): Promise<FilePage> => {
    const size = asked.limit + 1;
    const passOver =
      (asked.attached === false || asked.inTextsOnly === true) && asked.sha256 === undefined;
    const end = passOver ? await endOfLook(before, asked.type) : undefined;
    const found: LibraryFile[] = [];
    let last = before;
    for (let count = 0; count < STRETCHES && found.length < size; count += 1) {
      const files = await read(asked, last, size, (rows) => {
        const some = passOver ? rows.whereRaw(isUnused) : rows;
        return end === undefined ? some : some.where('id', '>=', end);
      });
      found.push(...(await chooseByUse(asked, files)));
      const isFull = files.length === size;
      if (!isFull && end === undefined) {
        return cut(found, asked.limit);
      }
      last = isFull ? (files.at(-1)?.id ?? last) : (end ?? 0);
      if (!isFull) {
        break;
      }
    }
    return found.length < size ? { files: found, next: last } : cut(found, asked.limit);
  };

  const cut = (found: LibraryFile[], limit: number): FilePage => {
    const files = found.slice(0, limit);
    return found.length > limit ? { files, next: files.at(-1)?.id } : { files };
  };

  return {
    /** A page of the list. Two queries at most, but for `attached`. */
    async page(asked: MaterialQuery): Promise<FilePage> {
      const before = asked.cursor ?? NEWEST;
      return asked.attached === undefined && asked.inTextsOnly !== true
        ? cut(await read(asked, before, asked.limit + 1), asked.limit)
        : filterByUse(asked, before);
    },
  };
};
