import type { Core } from '@strapi/strapi';

import { query, rowsOf } from '../../core/database/connection';

import type { Asked, WordIndex } from './word-index';

const TABLE = 'bot_words';

const toMatch = ({ terms, isPublic, isInTitle }: Asked): string => {
  const all = terms.map(({ term, isBeginning }) => `"${term}"${isBeginning ? '*' : ''}`);
  const where = isInTitle ? 'title' : '{title topics text}';
  return `${where} : (${all.join(' AND ')})${isPublic ? ' AND state : public' : ''}`;
};

/** In FTS5, which keeps no copy of the texts. */
export const createSqliteWordIndex = (strapi: Core.Strapi, table: string): WordIndex => {
  const find = async (asked: Asked, order: string, limit: number): Promise<number[]> => {
    const found = await query(strapi, (knex) =>
      knex.raw(
        `SELECT rowid AS id FROM ${TABLE} WHERE ${TABLE} MATCH ? ORDER BY ${order} LIMIT ?`,
        [toMatch(asked), limit]
      )
    );
    return rowsOf<{ id: number }>(found).map(({ id }) => id);
  };

  return {
    async make() {
      await query(strapi, (knex) =>
        knex.raw(
          `CREATE VIRTUAL TABLE IF NOT EXISTS ${TABLE} USING fts5(title, topics, text, state, content='',
           contentless_delete=1, tokenize='unicode61 remove_diacritics 0', prefix='1 2 3')`
        )
      );
      return true;
    },

    async put(works) {
      await query(strapi, (knex) =>
        knex.raw(
          `INSERT OR REPLACE INTO ${TABLE} (rowid, title, topics, text, state)
           VALUES ${works.map(() => '(?, ?, ?, ?, ?)').join(', ')}`,
          works.flatMap(({ id, isPublic, ...terms }) => [
            id,
            ...[terms.title, terms.topics, terms.text].map((all) => all.join(' ')),
            isPublic ? 'public' : 'draft',
          ])
        )
      );
    },

    newest: (asked, limit) => find(asked, 'rowid DESC', limit),
    best: (asked, limit) => find(asked, `bm25(${TABLE}, 10, 5, 1, 0), rowid DESC`, limit),

    async forgetGone(from, to) {
      await query(strapi, (knex) =>
        knex.raw(
          `DELETE FROM ${TABLE} WHERE rowid IN (
             SELECT known.id FROM ${TABLE}_docsize AS known
             WHERE known.id > ? AND known.id <= ?
               AND NOT EXISTS (SELECT 1 FROM ?? AS there WHERE there.id = known.id))`,
          [from, to, table]
        )
      );
    },
  };
};
