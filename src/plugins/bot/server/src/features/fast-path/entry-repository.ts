import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { fileLinkTable, quote, tableOf } from '../../core/database/connection';
import { deleteRows, execute, placesFor, type StatementValue } from '../../core/database/statement';
import { columnsOf, toEntity, toRow, type Entity } from '../../core/database/rows/entity';
import { createInsert, type StoredEntity } from '../../core/database/rows/insert-entity';
import { createDocumentRows, SLUG_TAKEN } from '../../core/database/rows/document-rows';
import { linksHeldIn, type LinkTable } from '../../core/database/rows/links';
import { getChangeRecorderService } from '../changes';
import { setPreviousTexts } from '../materials';

import type { createComponents, Parts } from './components';
import type { createLinks, LinkedRows } from './links';

/** An entry of a publication: one row per version of a document. */
export interface Entry extends StoredEntity {
  publishedAt: Date | null;
}

/** A stored entry with its plain components. */
export interface FoundEntry extends Parts {
  entry: Entry;
  /** Internal attributes, which are in no result of Strapi's query engine; a copy of the entry needs them. */
  internal: Entity;
  /** Link tables in which the entry has links. */
  held: LinkTable[];
  /** Whether the entry is a draft, and another document is published under its slug. */
  isSlugTaken: boolean;
}

/**
 * Reads and writes entries of an eligible publication type, see `features/fast-path/eligibility.ts`. Same effects as
 * Strapi's query engine, including the database lifecycles that sites use, but without steps for relations that
 * eligible types do not have.
 */
export const createEntryRepository = (
  strapi: Core.Strapi,
  links: ReturnType<typeof createLinks>,
  components: ReturnType<typeof createComponents>
) => {
  const { contentType } = botConfig(strapi);
  const table = quote(strapi, tableOf(strapi, contentType));
  const fileLinks = quote(strapi, fileLinkTable(strapi));
  const columns = columnsOf(strapi, contentType);
  const [internal, shown] = _.partition(columns, 'isInternal');
  const { lifecycles } = strapi.db;

  const linked = [...links.all, ...components.attributes].map(({ name }) => name);
  const insert = createInsert(strapi, contentType, linked, async (id, data) => {
    await links.write(id, data);
    await components.link(id, data);
  });
  const known = new Set([...columns.map(({ name }) => name), ...linked]);
  const unknown = Object.keys(strapi.db.metadata.get(contentType).attributes).filter(
    (name) => !known.has(name)
  );
  const read = createDocumentRows(strapi, contentType);

  return {
    /** Entries of a document, oldest first. */
    async find(documentId: string): Promise<FoundEntry[]> {
      const found = (await read(documentId)).map((row) => ({
        entry: toEntity(shown, row) as Entry,
        internal: toEntity(internal, row),
        held: linksHeldIn(links.tables, row),
        isSlugTaken: Boolean(row[SLUG_TAKEN]),
      }));
      const parts = await components.find(found.map(({ entry, held }) => ({ id: entry.id, held })));
      return found.map((one) => ({ ...one, ...(parts.get(one.entry.id) as Parts) }));
    },

    /** Related records and files of an entry. */
    findLinks: ({ entry, held }: FoundEntry): Promise<LinkedRows> => links.find(entry.id, held),

    /**
     * Inserts an entry with its links.
     * @param data values by attribute, links in the format of the document service; missing values get their default,
     * or null
     * @param values values of its components, which are inserted first
     */
    async create(
      data: Entity,
      values: ReadonlyMap<string, Entity>
    ): Promise<Pick<FoundEntry, 'components'> & { entry: Entry }> {
      const own = await components.create(values);
      const entry = (await insert({ ...data, ...components.toData(own) })) as Entry;
      return { entry, components: own };
    },

    /** Updates values and file links of an entry. @returns the updated entry */
    async update(entry: Entry, data: Entity): Promise<Entry> {
      const { id } = entry;
      const params = { where: { id }, data };
      setPreviousTexts(params, entry);
      const states = await lifecycles.run('beforeUpdate', contentType, { params });
      const named = columns.filter(({ name }) => params.data[name] !== undefined);
      const row = toRow(named, params.data);
      const sets = Object.keys(row).map((column) => `${quote(strapi, column)} = ?`);
      const values = [...Object.values(row), id] as StatementValue[];
      await execute(strapi, `UPDATE ${table} SET ${sets.join(', ')} WHERE id = ?`, values);
      await links.replaceFiles(id, params.data);
      // The query engine handles attributes that a lifecycle of the site has added.
      const added = [...links.relations.map(({ name }) => name), ...unknown].filter(
        (name) => name in params.data
      );
      if (added.length > 0) {
        const values = Object.fromEntries(added.map((name) => [name, params.data[name]]));
        await strapi.db.query(contentType).update({ where: { id }, data: values });
      }
      const result = { ...entry, ...toEntity(_.difference(named, internal), row) };
      await lifecycles.run('afterUpdate', contentType, { params, result }, states);
      return result;
    },

    /** Deletes entries with components and file links; the database deletes other links. Keeps the files. */
    async remove(found: FoundEntry[]): Promise<void> {
      if (found.length === 0) return;
      const entries = found.map(({ entry }) => entry);
      const ids = entries.map(({ id }) => id);
      const recorder = getChangeRecorderService(strapi);
      const events = entries.map((result) => ({
        params: recorder.excludeFromRecording({ where: { id: result.id } }),
        result,
      }));
      const states = await Promise.all(
        events.map(({ params }) => lifecycles.run('beforeDelete', contentType, { params }))
      );
      if (found.some(({ held }) => held.some(({ kind }) => kind === 'media'))) {
        const marks = placesFor(ids);
        await execute(
          strapi,
          `DELETE FROM ${fileLinks} WHERE related_type = ? AND related_id IN (${marks})`,
          [contentType, ...ids]
        );
      }
      await deleteRows(strapi, table, ids);
      for (const [index, event] of events.entries()) {
        await lifecycles.run('afterDelete', contentType, event, states[index]);
      }
      await components.remove(found.map(({ components: own }) => own));
    },
  };
};
