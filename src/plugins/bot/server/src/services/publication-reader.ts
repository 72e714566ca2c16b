import type { Core } from '@strapi/strapi';

import { FILE_UID, PUBLICATION_STATUSES } from '../constants';
import {
  fileLinkTable,
  query,
  tableOf,
  toDate,
  type DatabaseDate,
  type Knex,
} from '../database/connection';
import { PUBLIC_VERSION, STATUS_COLUMN } from '../database/publication-columns';
import type { Cursor } from '../protocol/cursor';
import type {
  Material,
  Publication,
  PublicationItem,
  PublicationStatus,
} from '../protocol/publication';

import { botConfig, getService } from './lookup';

export interface ListQuery {
  status?: PublicationStatus;
  limit: number;
  cursor?: Cursor;
}

export interface Page {
  items: PublicationItem[];
  /** Where the next page starts; absent on the last page. */
  next?: Cursor;
}

interface ItemRow {
  id: number;
  document_id: string;
  title: string;
  slug: string;
  status: PublicationStatus;
  created_at: DatabaseDate;
  updated_at: DatabaseDate;
  published_at: DatabaseDate | null;
}

interface MediaRow extends Omit<Material, 'id'> {
  owner: number;
  document_id: string;
  // What signing an address of a private bucket needs.
  provider: string;
  hash: string;
  ext: string;
}

/**
 * Reads publications. One row stands for a document: its draft version, which Strapi keeps for
 * as long as the document lives; the published version is joined for its date only.
 * Plain queries with plain columns: two of them make a page, whatever the page is.
 */
export const createPublicationReaderService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType } = botConfig(strapi);
  const site = () => getService(strapi, 'site');

  const itemColumns = {
    id: 'draft.id',
    document_id: 'draft.document_id',
    title: 'draft.title',
    slug: 'draft.slug',
    status: `draft.${STATUS_COLUMN}`,
    created_at: 'draft.created_at',
    updated_at: 'draft.updated_at',
    published_at: 'public.published_at',
  };

  // To be asked for by status, not by `published_at IS NULL`: half of all rows are that, and a
  // planner that takes it for the better index reads and sorts them all.
  const publications = (knex: Knex, columns: Record<string, string>) => {
    const table = tableOf(strapi, contentType);
    return knex({ draft: table })
      .select(columns)
      .leftJoin({ public: table }, (join) =>
        join.on('public.document_id', 'draft.document_id').andOnNotNull('public.published_at')
      );
  };

  const toMaterial = async (row: MediaRow): Promise<Material> => {
    const url = await getService(strapi, 'storage').readableUrl(row);
    return { id: row.document_id, url: site().absolute(url), type: row.type };
  };

  const mediaOf = async (rows: ItemRow[]): Promise<Map<number, Material[]>> => {
    const media = new Map<number, Material[]>(rows.map((row) => [row.id, []]));
    if (rows.length === 0) {
      return media;
    }
    const links: MediaRow[] = await query(strapi, (knex) =>
      knex({ link: fileLinkTable(strapi) })
        .join({ file: tableOf(strapi, FILE_UID) }, 'file.id', 'link.file_id')
        .select({
          owner: 'link.related_id',
          document_id: 'file.document_id',
          url: 'file.url',
          type: 'file.type',
          provider: 'file.provider',
          hash: 'file.hash',
          ext: 'file.ext',
        })
        .where({ 'link.related_type': contentType, 'link.field': 'media' })
        .whereIn('link.related_id', [...media.keys()])
        .orderBy('link.order')
    );
    for (const link of links) {
      media.get(link.owner)?.push(await toMaterial(link));
    }
    return media;
  };

  const toItem = (row: ItemRow, media: Material[]): PublicationItem => ({
    id: row.document_id,
    title: row.title,
    status: row.status,
    url:
      row.status === 'published' ? site().urlOfWork({ slug: row.slug, id: row.document_id }) : null,
    media,
    createdAt: toDate(row.created_at).toISOString(),
    updatedAt: toDate(row.updated_at).toISOString(),
    publishedAt: row.published_at === null ? null : toDate(row.published_at).toISOString(),
  });

  const newestFirst = (works: string) => [
    { column: `${works}.created_at`, order: 'desc' },
    { column: `${works}.document_id`, order: 'desc' },
  ];

  /** The newest publications of one status: a stretch of the index, in its order. */
  const newestOf = (knex: Knex, status: PublicationStatus, { limit, cursor }: ListQuery) => {
    const works = publications(knex, itemColumns)
      .where(`draft.${STATUS_COLUMN}`, status)
      .orderBy(newestFirst('draft'))
      .limit(limit + 1);
    if (cursor !== undefined) {
      // The first condition alone is what an index can seek to; the second settles a tie.
      void works
        .where('draft.created_at', '<=', cursor.createdAt)
        .where((tie) =>
          tie
            .where('draft.created_at', '<', cursor.createdAt)
            .orWhere('draft.document_id', '<', cursor.id)
        );
    }
    return works;
  };

  /**
   * The newest publications, which are among the newest of each status. An index without the
   * status would do as well, but a planner may then walk it for the drafts too, past every
   * published work that is newer than the first draft.
   */
  const newestOfAll = (knex: Knex, listQuery: ListQuery) => {
    const each = PUBLICATION_STATUSES.map((status) =>
      // A table by itself: in a plain part of a union SQLite takes no ORDER BY.
      knex.select().from(newestOf(knex, status, listQuery).as(`newest_${status}`))
    );
    return knex
      .select()
      .from(knex.unionAll(each).as('works'))
      .orderBy(newestFirst('works'))
      .limit(listQuery.limit + 1);
  };

  return {
    /** A page of the list, newest first; works of the same moment are in the order of their ids. */
    async list(listQuery: ListQuery): Promise<Page> {
      const { status, limit } = listQuery;
      const rows: ItemRow[] = await query(strapi, (knex) =>
        status === undefined ? newestOfAll(knex, listQuery) : newestOf(knex, status, listQuery)
      );

      const pageRows = rows.slice(0, limit);
      const media = await mediaOf(pageRows);
      const last = rows.length > limit ? pageRows.at(-1) : undefined;
      return {
        items: pageRows.map((row) => toItem(row, media.get(row.id) ?? [])),
        next: last && { createdAt: toDate(last.created_at), id: last.document_id },
      };
    },

    /** One publication with its text, or undefined if there is none with this id. */
    async findOne(id: string): Promise<Publication | undefined> {
      const row: (ItemRow & { body: string | null }) | undefined = await query(strapi, (knex) =>
        publications(knex, { ...itemColumns, body: 'draft.body' })
          .where('draft.document_id', id)
          .whereNot(`draft.${STATUS_COLUMN}`, PUBLIC_VERSION)
          .first()
      );
      if (row === undefined) {
        return undefined;
      }
      const media = await mediaOf([row]);
      return { ...toItem(row, media.get(row.id) ?? []), body: row.body };
    },
  };
};

export type PublicationReaderService = ReturnType<typeof createPublicationReaderService>;
