import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../../core/config';
import { CHANGE_UID } from '../../../core/constants';
import {
  knexOf,
  quote,
  tableOf,
  toDate,
  type DatabaseDate,
} from '../../../core/database/connection';
import { execute } from '../../../core/database/statement';
import { OF_PUBLICATION } from '../../changes';

import {
  FIRST_PUBLISHED_ATTRIBUTE,
  FIRST_PUBLISHED_COLUMN,
  PUBLIC_VERSION,
  STATUS_COLUMN,
} from './columns';

/** Number of public versions in a batch. */
const AT_ONCE = 250;

interface UndatedRow {
  document_id: string;
  published_at: DatabaseDate;
}

/** SQL casts for dates in expressions where the database cannot infer the type. */
const CASTS: Record<string, string> = {
  postgres: 'CAST(? AS timestamp)',
  mysql: 'CAST(? AS datetime(6))',
};

/** Dates of the first publish in ISO 8601, by document id; documents never published are left out. */
export const findFirstPublishes = async (
  strapi: Core.Strapi,
  documentIds: string[]
): Promise<Map<string, string>> => {
  // No condition on the date: planners would choose the index of dates and walk through it.
  const rows: { document_id: string; date: DatabaseDate | null }[] = await knexOf(strapi)(
    tableOf(strapi, botConfig(strapi).contentType)
  )
    .select('document_id', { date: FIRST_PUBLISHED_COLUMN })
    .whereIn('document_id', documentIds);
  return new Map(
    rows.flatMap(({ document_id, date }) =>
      date === null ? [] : [[document_id, toDate(date).toISOString()]]
    )
  );
};

/** Writes the date of the first publish, which all versions of a document share. Uses SQL, as Strapi does not let it be set. */
export const createFirstPublished = (strapi: Core.Strapi) => {
  const table = quote(strapi, tableOf(strapi, botConfig(strapi).contentType));
  const set = `UPDATE ${table} SET ${FIRST_PUBLISHED_COLUMN} = ? WHERE document_id = ?`;

  return {
    /**
     * Sets the date of the first publish in a new draft, without lifecycle hooks, because the creation is recorded
     * anyway.
     */
    async setInitial(documentId: string, date: Date): Promise<void> {
      await execute(strapi, set, [date, documentId]);
    },

    /**
     * Sets or removes the date of the first publish in all versions of a document, and runs the lifecycle hooks, which
     * record the change.
     */
    async change(documentId: string, date: Date | null): Promise<void> {
      const { contentType } = botConfig(strapi);
      const data = { [FIRST_PUBLISHED_ATTRIBUTE]: date };
      const event = { params: { where: { documentId }, data } };
      const states = await strapi.db.lifecycles.run('beforeUpdateMany', contentType, event);
      await execute(strapi, set, [date, documentId]);
      await strapi.db.lifecycles.run('afterUpdateMany', contentType, event, states);
    },

    /** Sets the date of the first publish unless the document already has this date. */
    async setIfMissing(documentId: string, date: Date): Promise<void> {
      await execute(strapi, `${set} AND ${FIRST_PUBLISHED_COLUMN} IS NULL`, [date, documentId]);
    },
  };
};

/**
 * Fills in the date of the first publish for works that were published with SQL or before the column existed: the
 * earliest publish in the table of changes or of a public version. Works in batches. Idempotent.
 */
export const fillInFirstPublished = async (strapi: Core.Strapi): Promise<void> => {
  const table = tableOf(strapi, botConfig(strapi).contentType);
  const cast = CASTS[strapi.db.dialect.client] ?? '?';

  const findSome = (): Promise<UndatedRow[]> =>
    knexOf(strapi)(table)
      .select('document_id', 'published_at')
      .where(STATUS_COLUMN, PUBLIC_VERSION)
      .whereNull(FIRST_PUBLISHED_COLUMN)
      .whereNotNull('published_at')
      .limit(AT_ONCE);
  const findPublishes = (ids: string[]): Promise<{ subject: string; at: DatabaseDate }[]> => {
    const knex = knexOf(strapi);
    return knex({ word: tableOf(strapi, CHANGE_UID) })
      .select('word.subject', { at: knex.raw('MIN(word.happened_at)') })
      .whereRaw(OF_PUBLICATION)
      .where('word.event', 'published')
      .whereIn('word.subject', ids)
      .groupBy('word.subject');
  };

  for (let rows = await findSome(); rows.length > 0; rows = await findSome()) {
    const ids = _.uniq(rows.map(({ document_id }) => document_id));
    const publishes = await findPublishes(ids);
    const times = _.groupBy(
      [
        ...rows.map((row) => ({ id: row.document_id, at: toDate(row.published_at) })),
        ...publishes.map(({ subject, at }) => ({ id: subject, at: toDate(at) })),
      ],
      'id'
    );
    const dates = ids.flatMap((id) => [
      id,
      new Date(Math.min(...(times[id] ?? []).map(({ at }) => at.getTime()))),
    ]);
    // No condition on the date, as in `findFirstPublishes`.
    const knex = knexOf(strapi);
    await knex(table)
      .whereIn('document_id', ids)
      .update({
        [FIRST_PUBLISHED_COLUMN]: knex.raw(
          `COALESCE(${FIRST_PUBLISHED_COLUMN}, CASE document_id ${ids.map(() => `WHEN ? THEN ${cast}`).join(' ')} END)`,
          dates
        ),
      });
  }
};
