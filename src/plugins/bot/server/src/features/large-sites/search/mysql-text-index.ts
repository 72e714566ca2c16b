import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { query, rowsOf } from '../../../core/database/connection';

import type { TextIndex } from './text-index';

/** Letters of a word that are indexed; whoever looks for a longer one compares it. */
const LETTERS_OF_A_WORD = 16;

/** Scripts that have no spaces between words. */
export const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Characters of the shortest token and of the longest. */
export const SHORTEST_TOKEN = 3;
export const LONGEST_TOKEN = 2 + 4 * LETTERS_OF_A_WORD;

/** As a full-text index takes it on any server: never a stop word, never too short, no letter that it takes for none. */
export const toToken = (word: string): string =>
  `qq${word
    .slice(0, LETTERS_OF_A_WORD)
    .replace(/[^a-z0-9]/g, (letter) => letter.charCodeAt(0).toString(16).padStart(4, '0'))}`;

/** The words of a text, without accents and capitals. */
export const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a text, each once; MySQL's comparisons do not tell accents and capitals apart. */
export const tokensOf = (text: string): string[] => [...new Set(wordsIn(text).map(toToken))];

/**
 * The beginnings of words by which a text is found; undefined of what has no words, or none that a space ends,
 * and of `_`, which stands for any letter in Strapi's search.
 */
export const tokensToFind = (text: string): string[] | undefined => {
  const tokens = tokensOf(text);
  return tokens.length === 0 || text.includes('_') || WITHOUT_SPACES.test(text)
    ? undefined
    : tokens;
};

const TABLE = 'bot_search';

/** How long it is remembered that something stands in very many texts, and of how many things. */
const REMEMBERED_MILLISECONDS = 10 * 60_000;
const REMEMBERED = 100;
/** Words of a search that are looked up. */
const ASKED = 5;

interface Many {
  rows: number[];
  until: number;
}

/** Whether the server indexes tokens, short and long. @param what of which there is no index otherwise */
export const takesTokens = async (strapi: Core.Strapi, what: string): Promise<boolean> => {
  const [sizes] = rowsOf<{ shortest: number; longest: number }>(
    await query(strapi, (knex) =>
      knex.raw(
        'SELECT @@innodb_ft_min_token_size AS shortest, @@innodb_ft_max_token_size AS longest'
      )
    )
  );
  if (sizes && sizes.shortest <= SHORTEST_TOKEN && sizes.longest >= LONGEST_TOKEN) return true;
  strapi.log.warn(
    `Bot: no index for ${what}: innodb_ft_min_token_size is above ${SHORTEST_TOKEN}, or innodb_ft_max_token_size below ${LONGEST_TOKEN}`
  );
  return false;
};

/**
 * In a table of words with a `FULLTEXT` index, which MySQL and MariaDB have alike. It finds beginnings of words:
 * what stands in the middle of them only is not found.
 */
export const createMysqlTextIndex = (strapi: Core.Strapi, table: string): TextIndex => {
  // The server makes a list of all rows that have a word before it gives the first one.
  const known = new Map<string, Many>();

  const match = async (tokens: string[], limit: number): Promise<number[]> => {
    const asked = tokens.map((token) => `+${token}*`).join(' ');
    const key = `${limit} ${asked}`;
    const many = known.get(key);
    if (many !== undefined && many.until > Date.now()) return many.rows;
    const found = await query(strapi, (knex) =>
      knex.raw('SELECT id FROM ?? WHERE MATCH (words) AGAINST (? IN BOOLEAN MODE) LIMIT ?', [
        TABLE,
        asked,
        limit,
      ])
    );
    const rows = rowsOf<{ id: number }>(found).map(({ id }) => id);
    if (rows.length === limit) {
      if (known.size >= REMEMBERED) known.clear();
      known.set(key, { rows, until: Date.now() + REMEMBERED_MILLISECONDS });
    }
    return rows;
  };

  return {
    async make() {
      if (!(await takesTokens(strapi, "the panel's search"))) return false;
      await query(strapi, (knex) =>
        knex.raw(
          `CREATE TABLE IF NOT EXISTS ?? (id int unsigned PRIMARY KEY, words mediumtext NOT NULL, FULLTEXT (words))
           ENGINE = InnoDB CHARACTER SET ascii`,
          [TABLE]
        )
      );
      return true;
    },

    async put(rows) {
      const words = rows.map(({ id, text }) => ({ id, words: tokensOf(text).join(' ') }));
      await query(strapi, (knex) => knex(TABLE).insert(words).onConflict('id').merge());
    },

    async find(text, limit) {
      const tokens = tokensToFind(text);
      if (tokens === undefined) return undefined;
      // One word that few texts have is enough, and a long one is more often such.
      const asked = _.sortBy(tokens, ({ length }) => -length).slice(0, ASKED);
      for (const token of asked) {
        const rows = await match([token], limit);
        if (rows.length < limit) return rows;
      }
      return match(asked, limit);
    },

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
