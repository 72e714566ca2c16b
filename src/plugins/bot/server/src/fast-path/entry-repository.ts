import type { Core } from '@strapi/strapi';

import { botConfig } from '../config';
import { PLUGIN_ID } from '../constants';
import { fileLinkTable, query, tableOf } from '../database/connection';
import { columnsOf, toEntity, type Entity } from '../database/entity';
import { createInsert, type StoredEntity } from '../database/insert-entity';
import { fieldColumns } from '../publications';

/** A version of a publication: Strapi's documents are made of entries, one row each. */
export interface Entry extends StoredEntity {
  publishedAt: Date | null;
}

/** The rows of the files of a new entry, in their order. */
const filesIn = (data: Entity, name: string): number[] => data[name] as number[];

/**
 * Reads and writes entries of the publication's type, if that is an eligible one: see
 * `fast-path/eligibility.ts`. It does what Strapi's query engine does, with the database lifecycles
 * that sites hook into, and without the steps for relations that an eligible type does not have.
 */
export const createEntryRepository = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType, attributes } = botConfig(strapi);
  const columns = columnsOf(strapi, contentType);
  const { slug: slugColumn } = fieldColumns(strapi);
  const { lifecycles } = strapi.db;

  const link = async (id: number, files: number[]): Promise<void> => {
    const links = files.map((file, index) => ({
      file_id: file,
      related_id: id,
      related_type: contentType,
      field: attributes.media,
      order: index + 1,
    }));
    if (links.length > 0) {
      await query(strapi, (knex) => knex(fileLinkTable(strapi)).insert(links));
    }
  };

  const insert = createInsert(strapi, contentType, [attributes.media], (id, data) =>
    link(id, filesIn(data, attributes.media))
  );

  return {
    /** The entries of a document, the oldest first. */
    async find(documentId: string): Promise<Entry[]> {
      const rows: object[] = await query(strapi, (knex) =>
        knex(tableOf(strapi, contentType)).where('document_id', documentId).orderBy('id')
      );
      return rows.map((row) => toEntity(columns, row) as Entry);
    },

    /** The rows of the files of an entry, in their order. */
    async findMedia({ id }: Entry): Promise<number[]> {
      const links: { file_id: number }[] = await query(strapi, (knex) =>
        knex(fileLinkTable(strapi))
          .select('file_id')
          .where({ related_id: id, related_type: contentType, field: attributes.media })
          .orderBy('order')
      );
      return links.map(({ file_id }) => file_id);
    },

    /** Whether a public entry of another document has this slug. */
    async isSlugPublic(slug: string, documentId: string): Promise<boolean> {
      const row: unknown = await query(strapi, (knex) =>
        knex(tableOf(strapi, contentType))
          .where(slugColumn, slug)
          .whereNotNull('published_at')
          .whereNot('document_id', documentId)
          .first('id')
      );
      return row !== undefined;
    },

    /**
     * Writes an entry and links its files.
     * @param data values by attribute, with the rows of its files in that of the media; those that
     *   are missing are the defaults, or null
     */
    create: (data: Entity): Promise<Entry> => insert(data) as Promise<Entry>,

    /** Removes entries and their links to files; the files stay. */
    async remove(entries: Entry[]): Promise<void> {
      if (entries.length === 0) {
        return;
      }
      const ids = entries.map(({ id }) => id);
      const events = entries.map((result) => ({ params: { where: { id: result.id } }, result }));
      const states = await Promise.all(
        events.map(({ params }) => lifecycles.run('beforeDelete', contentType, { params }))
      );
      await query(strapi, (knex) =>
        knex(fileLinkTable(strapi))
          .where('related_type', contentType)
          .whereIn('related_id', ids)
          .delete()
      );
      await query(strapi, (knex) => knex(tableOf(strapi, contentType)).whereIn('id', ids).delete());
      for (const [index, event] of events.entries()) {
        await lifecycles.run('afterDelete', contentType, event, states[index]);
      }
    },
  };
};

export type EntryRepository = ReturnType<typeof createEntryRepository>;

/** Gives this service of a site. */
export const getEntryRepository = (strapi: Core.Strapi): EntryRepository =>
  strapi.plugin(PLUGIN_ID).service('entryRepository');
