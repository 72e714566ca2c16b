import { randomUUID } from 'node:crypto';

import type { MadeBy, Who } from '@fleet-bot/protocol';
import type { Core, UID } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../../core/config';
import { CHANGE_UID } from '../../../core/constants';
import { knexOf, quote, tableOf, type Knex } from '../../../core/database/connection';
import { selectRows } from '../../../core/database/statement';
import { createActorOf } from '../../../core/strapi/actor';
import { isLocalized } from '../../../core/strapi/locales';
import { completeRows } from '../../../core/writes/own-data';
import { OF_PUBLICATION } from '../../changes';
import { documentIdOf, isWrittenAsDocument } from '../changes/writes';
import { fieldColumns } from '../content-type/columns';
import { TITLE_KEY_ATTRIBUTE, TITLE_KEY_COLUMN, titleKeyOf } from '../filters/title-key';

import {
  FIRST_PUBLISHED_ATTRIBUTE,
  MADE_BY_ATTRIBUTE,
  MADE_BY_COLUMN,
  PUBLIC_VERSION,
  REVISION_ATTRIBUTE,
  REVISION_COLUMN,
  STATUS_ATTRIBUTE,
} from './columns';

/** Maximum number of rows to fill in one SQL statement. */
const AT_ONCE = 250;

/** Attributes that Strapi writes into a draft while publishing it. */
const STAMPS = new Set([FIRST_PUBLISHED_ATTRIBUTE, 'updatedAt']);

type Row = Record<string, unknown>;

const toKey = (title: unknown): string => titleKeyOf(typeof title === 'string' ? title : '');

const makerFor = (who: Who): MadeBy => (who === 'bot' || who === 'editor' ? who : 'other');

/** Makes the function that returns the creator for a publication created by the current request or job. */
export const createCreatorOf = (strapi: Core.Strapi): (() => MadeBy) => {
  const actorOf = createActorOf(strapi);
  return () => makerFor(actorOf().who);
};

/**
 * Sets the columns that this plugin adds to the content type, at every write. A copied version keeps its revision and
 * its creator.
 */
export const keepAddedColumns = (strapi: Core.Strapi, uid: UID.Schema): void => {
  const { title } = botConfig(strapi).attributes;
  const makerOf = createCreatorOf(strapi);
  const localized = isLocalized(strapi, uid);

  /**
   * The revision and the creator of the version that Strapi copies to a new row while it publishes or discards a draft.
   * Strapi's own copy lacks them, because its query engine does not read internal attributes.
   */
  const readCopied = async (row: Row): Promise<Row | undefined> => {
    const documentId = documentIdOf(row);
    const isKnown = row[REVISION_ATTRIBUTE] != null && row[MADE_BY_ATTRIBUTE] != null;
    if (documentId === undefined || isKnown || !isWrittenAsDocument(documentId)) return undefined;
    const columns = [
      `${REVISION_COLUMN} AS ${quote(strapi, REVISION_ATTRIBUTE)}`,
      `${MADE_BY_COLUMN} AS ${quote(strapi, MADE_BY_ATTRIBUTE)}`,
    ];
    const [copied] = await selectRows<Row>(
      strapi,
      `SELECT ${columns.join(', ')} FROM ${quote(strapi, tableOf(strapi, uid))}
      WHERE document_id = ? AND published_at IS ${row.publishedAt == null ? 'NOT NULL' : 'NULL'}
      ${localized ? "AND COALESCE(locale, '') = ?" : ''} LIMIT 1`,
      localized ? [documentId, (row.locale ?? '') as string] : [documentId]
    );
    return copied;
  };

  const onCreate = (row: Row): object => ({
    [REVISION_ATTRIBUTE]: row[REVISION_ATTRIBUTE] ?? randomUUID(),
    [MADE_BY_ATTRIBUTE]: row[MADE_BY_ATTRIBUTE] ?? makerOf(),
    [TITLE_KEY_ATTRIBUTE]: toKey(row[title]),
    ...(row.publishedAt != null && {
      [FIRST_PUBLISHED_ATTRIBUTE]: row[FIRST_PUBLISHED_ATTRIBUTE] ?? row.publishedAt,
      // The status of a translated document's version depends on the other versions.
      ...(!localized && { [STATUS_ATTRIBUTE]: PUBLIC_VERSION }),
    }),
  });
  const onUpdate = (row: Row): object => ({
    ...(!Object.keys(row).every((name) => STAMPS.has(name)) && {
      [REVISION_ATTRIBUTE]: randomUUID(),
    }),
    ...(row[title] !== undefined && { [TITLE_KEY_ATTRIBUTE]: toKey(row[title]) }),
  });
  strapi.db.lifecycles.subscribe({
    models: [uid],
    async beforeCreate({ params }) {
      const copied = await readCopied(Object(params.data) as Row);
      completeRows(params, (row) => onCreate(copied ? { ...copied, ...row } : row));
    },
    beforeCreateMany: ({ params }) => completeRows(params, onCreate),
    beforeUpdate: ({ params }) => completeRows(params, onUpdate),
    beforeUpdateMany: ({ params }) => completeRows(params, onUpdate),
  });
};

/**
 * Fills a column in all rows in which the column is null, in batches. If no value is null, the function only makes one
 * look-up by an index.
 */
const fillIn = async <Row extends { id: number }>(
  strapi: Core.Strapi,
  column: string,
  columns: object,
  valueOf: (knex: Knex, rows: Row[]) => ReturnType<Knex['raw']>
): Promise<void> => {
  const table = tableOf(strapi, botConfig(strapi).contentType);
  for (;;) {
    const rows: Row[] = await knexOf(strapi)(table)
      .select({ id: 'id', ...columns })
      .whereNull(column)
      .limit(AT_ONCE);
    if (rows.length === 0) return;
    // Checks for null again, because another instance may do the same, or the title may change in between.
    const knex = knexOf(strapi);
    await knex(table)
      .whereIn('id', _.map(rows, 'id'))
      .whereNull(column)
      .update({ [column]: valueOf(knex, rows) });
  }
};

/** Sets title keys of rows from before the column existed, or inserted with SQL. */
export const fillInTitleKeys = (strapi: Core.Strapi): Promise<void> =>
  fillIn<{ id: number; title: string | null }>(
    strapi,
    TITLE_KEY_COLUMN,
    { title: fieldColumns(strapi).title },
    (knex, rows) =>
      knex.raw(
        `CASE id ${rows.map(() => 'WHEN ? THEN ?').join(' ')} END`,
        rows.flatMap((row) => [row.id, toKey(row.title)])
      )
  );

/**
 * Sets the creator of rows that are older than the column or were inserted with SQL: an editor if Strapi has stored a
 * creator; else the creator in the change table, if the change is not yet deleted; else the bot if the row has a
 * revision and was never saved in the panel.
 */
export const fillInCreators = (strapi: Core.Strapi): Promise<void> =>
  fillIn(strapi, MADE_BY_COLUMN, {}, (knex) => {
    const table = tableOf(strapi, botConfig(strapi).contentType);
    const created = knex({ word: tableOf(strapi, CHANGE_UID) })
      .select(knex.raw('1'))
      .whereRaw(OF_PUBLICATION)
      .whereRaw('?? = ??', ['word.subject', `${table}.document_id`])
      .where('word.event', 'created');
    return knex.raw(
      `CASE WHEN created_by_id IS NOT NULL THEN 'editor'
        WHEN EXISTS ? THEN 'bot'
        WHEN EXISTS ? THEN 'other'
        WHEN ${REVISION_COLUMN} IS NOT NULL AND updated_by_id IS NULL THEN 'bot'
        ELSE 'other' END`,
      [created.clone().where('word.who', 'bot'), created]
    );
  });
