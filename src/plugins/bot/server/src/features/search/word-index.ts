import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { knexOf, rowsOf, tableOf, withSchema, type Knex } from '../../core/database/connection';

import type { SearchQuery, Dialect, IndexedWork } from './dialects/dialect';
import { mysql } from './dialects/mysql';
import { postgres } from './dialects/postgres';
import { sqlite } from './dialects/sqlite';

/** Table name without schema, because FTS5 needs it inside its expressions. */
const TABLE = 'bot_search_index';
/** Number of rows in one INSERT. Each row may have several hundred thousand characters. */
const WRITTEN_AT_ONCE = 50;

const DIALECTS: Record<string, Dialect | undefined> = { sqlite, postgres, mysql };

export type Order = 'any' | 'best' | 'newest';

/** The word index: a table with one row for the draft of each publication. */
export const createWordIndex = (strapi: Core.Strapi) => {
  const dialect = _.once((): Dialect => {
    const { client } = strapi.db.dialect;
    const found = DIALECTS[client];
    if (found === undefined) throw new Error(`bot plugin: ${client} is not known`);
    return found;
  });
  const own = withSchema(strapi, TABLE);

  return {
    /**
     * Creates the table of the search index if it is missing.
     * @returns whether this database supports the search index
     */
    async make(): Promise<boolean> {
      const obstacle = await dialect().findObstacle?.(strapi);
      if (obstacle !== undefined) {
        strapi.log.warn(`Bot: the search index cannot be created: ${obstacle}`);
        return false;
      }
      for (const statement of dialect().create) {
        await knexOf(strapi).raw(statement, { own });
      }
      return true;
    },

    /** Adds publications to the search index, or replaces their rows in the index. */
    async put(works: IndexedWork[]): Promise<void> {
      for (const some of _.chunk(works, WRITTEN_AT_ONCE)) {
        const ids = some.map(({ id }) => id);
        await knexOf(strapi)(own).whereIn(dialect().id, ids).delete();
        const knex = knexOf(strapi);
        await knex(own).insert(some.map((work) => dialect().toRow(work, knex)));
      }
    },

    /** Finds at most `limit` rows that contain all terms. */
    async find(query: SearchQuery, limit: number, order: Order): Promise<number[]> {
      const { id, toCondition, toOrder } = dialect();
      const rows = knexOf(strapi)(own)
        .select({ id })
        .whereRaw(...toCondition(query))
        .limit(limit);
      if (order === 'best') void rows.orderByRaw(...toOrder(query));
      if (order !== 'any') void rows.orderBy(id, 'desc');
      const found = await rows;
      return rowsOf<{ id: number }>(found).map((row) => row.id);
    },

    /** Removes rows with ids above `from` and up to `to` from the search index if their publications were deleted. */
    async deleteOrphans(from: number, to: number): Promise<void> {
      const { id } = dialect();
      const table = tableOf(strapi, botConfig(strapi).contentType);
      const within = (rows: ReturnType<Knex>, column: string) =>
        rows.where(column, '>', from).where(column, '<=', to);
      const knex = knexOf(strapi);
      await within(knex(own), id)
        .whereNotIn(id, within(knex(table), 'id').select('id'))
        .delete();
    },
  };
};

export type WordIndex = ReturnType<typeof createWordIndex>;
