import type { Core } from '@strapi/strapi';

import { query, rowsOf } from '../../../core/database/connection';

import { LETTERS, type TextIndex } from './text-index';

const TABLE = 'bot_search';

/** What FTS5 is asked for: each part of the text, as `_` stands for any character in Strapi's search. */
const toMatch = (text: string): string | undefined => {
  // Its language ends at a NUL.
  if (text.includes('\0')) return undefined;
  const parts = text.split('_').filter((part) => [...part].length >= LETTERS);
  return parts.length === 0
    ? undefined
    : parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(' AND ');
};

/** In FTS5, by all runs of three letters; it keeps no copy of the texts. */
export const createSqliteTextIndex = (strapi: Core.Strapi, table: string): TextIndex => ({
  async make() {
    await query(strapi, (knex) =>
      knex.raw(
        `CREATE VIRTUAL TABLE IF NOT EXISTS ${TABLE}
         USING fts5(text, content='', contentless_delete=1, tokenize='trigram')`
      )
    );
    return true;
  },

  async put(rows) {
    const values = rows.map(() => '(?, ?)').join(', ');
    await query(strapi, (knex) =>
      knex.raw(
        `INSERT OR REPLACE INTO ${TABLE} (rowid, text) VALUES ${values}`,
        rows.flatMap(({ id, text }) => [id, text])
      )
    );
  },

  async find(text, limit) {
    const match = toMatch(text);
    if (match === undefined) return undefined;
    const found = await query(strapi, (knex) =>
      knex.raw(`SELECT rowid AS id FROM ${TABLE} WHERE ${TABLE} MATCH ? LIMIT ?`, [match, limit])
    );
    return rowsOf<{ id: number }>(found).map(({ id }) => id);
  },

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
});
