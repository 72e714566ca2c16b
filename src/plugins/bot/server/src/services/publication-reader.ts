import type { Core } from '@strapi/strapi';

import { toDate } from '../database/connection';
import { createPublicationRows, type ItemRow, type MediaRow } from '../database/publication-rows';
import type { Cursor } from '../protocol/cursor';
import type { ListQuery, Material, Publication, PublicationItem } from '../protocol/publication';

import { botConfig, getService } from './lookup';

export interface Page {
  items: PublicationItem[];
  /** Where the next page starts; absent on the last page. */
  next?: Cursor;
}

/** Reads publications: two queries make a page, whatever the page is. */
export const createPublicationReaderService = ({ strapi }: { strapi: Core.Strapi }) => {
  const rows = createPublicationRows(strapi, botConfig(strapi).contentType);
  const site = () => getService(strapi, 'site');

  const toMaterial = async (row: MediaRow): Promise<Material> => {
    const url = await getService(strapi, 'storage').readableUrl(row);
    return { id: row.document_id, url: site().absolute(url), type: row.type };
  };

  const mediaOf = async (items: ItemRow[]): Promise<Map<number, Material[]>> => {
    const media = new Map<number, Material[]>(items.map(({ id }) => [id, []]));
    const mediaRows = items.length > 0 ? await rows.mediaOf([...media.keys()]) : [];
    for (const row of mediaRows) {
      media.get(row.owner)?.push(await toMaterial(row));
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

  return {
    /** A page of the list, newest first; works of the same moment are in the order of their ids. */
    async list(listQuery: ListQuery): Promise<Page> {
      const { limit } = listQuery;
      // One more, which tells whether there is a next page.
      const found = await rows.newest({ ...listQuery, limit: limit + 1 });
      const pageRows = found.slice(0, limit);
      const media = await mediaOf(pageRows);
      const last = found.length > limit ? pageRows.at(-1) : undefined;
      return {
        items: pageRows.map((row) => toItem(row, media.get(row.id) ?? [])),
        next: last && { createdAt: toDate(last.created_at), id: last.document_id },
      };
    },

    /** One publication with its text, or undefined if there is none with this id. */
    async findOne(id: string): Promise<Publication | undefined> {
      const row = await rows.byId(id);
      if (row === undefined) {
        return undefined;
      }
      const media = await mediaOf([row]);
      return { ...toItem(row, media.get(row.id) ?? []), body: row.body };
    },
  };
};

export type PublicationReaderService = ReturnType<typeof createPublicationReaderService>;
