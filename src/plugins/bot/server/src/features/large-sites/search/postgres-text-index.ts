import type { Core } from '@strapi/strapi';

import { query, rowsOf, withSchema } from '../../../core/database/connection';

import { LETTERS, type TextIndex } from './text-index';

const TABLE = 'bot_search';

/** Letters or digits side by side, which is what `pg_trgm` makes its runs of. */
const RUN = new RegExp(`[\\p{L}\\p{N}]{${LETTERS}}`, 'u');

/** As Strapi's own search has it, so that both find the same. */
const toPattern = (text: string): string => `%${text.replace(/[*%\\]/g, '\\$&')}%`;

/** In a table of its own, by an index of the extension `pg_trgm`, which PostgreSQL trusts. */
export const createPostgresTextIndex = (strapi: Core.Strapi, table: string): TextIndex => {
  const own = withSchema(strapi, TABLE);
  return {
    async make() {
      try {
        await query(strapi, (knex) => knex.raw('CREATE EXTENSION IF NOT EXISTS pg_trgm'));
        await query(strapi, (knex) =>
          knex.raw('CREATE TABLE IF NOT EXISTS ?? (id integer PRIMARY KEY, text text NOT NULL)', [
            own,
          ])
        );
        await query(strapi, (knex) =>
          knex.raw('CREATE INDEX IF NOT EXISTS ?? ON ?? USING gin (text gin_trgm_ops)', [
            `${TABLE}_text_index`,
            own,
          ])
        );
        return true;
      } catch (error) {
        strapi.log.warn(`Bot: no index for the panel's search: ${String(error)}`);
        return false;
      }
    },

    async put(rows) {
      await query(strapi, (knex) => knex(own).insert(rows).onConflict('id').merge());
    },

    async find(text, limit) {
      if (!RUN.test(text)) return undefined;
      const found = await query(strapi, (knex) =>
        knex.raw('SELECT id FROM ?? WHERE text ILIKE ? LIMIT ?', [own, toPattern(text), limit])
      );
      return rowsOf<{ id: number }>(found).map(({ id }) => id);
    },

    async forgetGone(from, to) {
      await query(strapi, (knex) =>
        knex({ known: own })
          .where('known.id', '>', from)
          .where('known.id', '<=', to)
          .whereNotExists(
            knex({ there: table })
              .select(knex.raw('1'))
              .whereRaw('?? = ??', ['there.id', 'known.id'])
          )
          .delete()
      );
    },
  };
};
