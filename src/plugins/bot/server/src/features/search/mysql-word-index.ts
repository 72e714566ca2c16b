import type { Core } from '@strapi/strapi';

import { query, rowsOf } from '../../core/database/connection';
import { takesTokens, toToken } from '../large-sites';

import type { Asked, WordIndex } from './word-index';

const TABLE = 'bot_words';
/** Of public ones; every word has another beginning. */
const PUBLIC = 'zpublic';

const toWords = (isPublic: boolean, terms: string[]): string =>
  [...(isPublic ? [PUBLIC] : []), ...terms.map(toToken)].join(' ');

/** In the language of `BOOLEAN MODE`. */
const toMatch = ({ terms, isPublic }: Asked): string =>
  [
    ...terms.map(({ term, isBeginning }) => `+${toToken(term)}${isBeginning ? '*' : ''}`),
    ...(isPublic ? [`+${PUBLIC}`] : []),
  ].join(' ');

/** In a table of words with `FULLTEXT` indexes, which MySQL and MariaDB have alike. */
export const createMysqlWordIndex = (strapi: Core.Strapi, table: string): WordIndex => {
  const find = async (asked: Asked, limit: number, order: string): Promise<number[]> => {
    const match = toMatch(asked);
    const column = asked.isInTitle ? 'title' : 'words';
    const found = await query(strapi, (knex) =>
      knex.raw(
        `SELECT id FROM ${TABLE} WHERE MATCH (${column}) AGAINST (:match IN BOOLEAN MODE)
         ORDER BY ${order} LIMIT :limit`,
        { match, limit }
      )
    );
    return rowsOf<{ id: number }>(found).map(({ id }) => id);
  };

  return {
    async make() {
      if (!(await takesTokens(strapi, 'the search'))) return false;
      await query(strapi, (knex) =>
        knex.raw(
          `CREATE TABLE IF NOT EXISTS ?? (id int unsigned PRIMARY KEY, title text NOT NULL, words mediumtext NOT NULL,
           FULLTEXT (title), FULLTEXT (words)) ENGINE = InnoDB CHARACTER SET ascii`,
          [TABLE]
        )
      );
      return true;
    },

    async put(works) {
      const rows = works.map(({ id, isPublic, title, topics, text }) => ({
        id,
        title: toWords(isPublic, title),
        words: toWords(isPublic, [...title, ...topics, ...text]),
      }));
      await query(strapi, (knex) => knex(TABLE).insert(rows).onConflict('id').merge());
    },

    newest: (asked, limit) => find(asked, limit, 'id DESC'),
    best: (asked, limit) =>
      find(
        asked,
        limit,
        `10 * (MATCH (title) AGAINST (:match IN BOOLEAN MODE)) + MATCH (words) AGAINST (:match IN BOOLEAN MODE) DESC, id DESC`
      ),

    async forgetGone(from, to) {
      await query(strapi, (knex) =>
        knex.raw(
          'DELETE FROM ?? WHERE id > ? AND id <= ? AND id NOT IN (SELECT id FROM ?? WHERE id > ? AND id <= ?)',
          [TABLE, from, to, table, from, to]
        )
      );
    },
  };
};
