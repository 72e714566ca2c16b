import type { Core } from '@strapi/strapi';

import { query, rowsOf, withSchema, type Knex } from '../../core/database/connection';

import type { Asked, IndexedWork, WordIndex } from './word-index';

const TABLE = 'bot_words';

/** Places in a text that a `tsvector` tells apart. */
const PLACES = 16_383;

/** Terms are letters and digits only. */
const toVector = ({ title, topics, text }: IndexedWork): string => {
  const weighted = [
    ...title.map((term) => [term, 'A']),
    ...topics.map((term) => [term, 'B']),
    ...text.map((term) => [term, 'D']),
  ];
  return weighted
    .map(([term, weight], place) => `'${term}':${Math.min(place + 1, PLACES)}${weight}`)
    .join(' ');
};

const toQuery = ({ terms, isInTitle }: Asked): string =>
  terms
    .map(({ term, isBeginning }) => {
      const marks = `${isBeginning ? '*' : ''}${isInTitle ? 'A' : ''}`;
      return `'${term}'${marks && `:${marks}`}`;
    })
    .join(' & ');

/** In a table of its own, as `tsvector`. */
export const createPostgresWordIndex = (strapi: Core.Strapi, table: string): WordIndex => {
  const own = withSchema(strapi, TABLE);

  const find = async (
    asked: Asked,
    limit: number,
    order: (rows: ReturnType<Knex>, words: string) => unknown
  ): Promise<number[]> =>
    query(strapi, async (knex) => {
      const words = toQuery(asked);
      const rows = knex(own).whereRaw('words @@ ?::tsquery', [words]);
      if (asked.isPublic) void rows.where('is_public', true);
      order(rows, words);
      return rowsOf<{ id: number }>(await rows.select('id').limit(limit)).map(({ id }) => id);
    });

  return {
    async make() {
      await query(strapi, (knex) =>
        knex.raw(
          'CREATE TABLE IF NOT EXISTS ?? (id integer PRIMARY KEY, is_public boolean NOT NULL, words tsvector NOT NULL)',
          [own]
        )
      );
      await query(strapi, (knex) =>
        knex.raw('CREATE INDEX IF NOT EXISTS ?? ON ?? USING gin (words)', [`${TABLE}_index`, own])
      );
      return true;
    },

    async put(works) {
      await query(strapi, (knex) =>
        knex(own)
          .insert(
            works.map((work) => ({
              id: work.id,
              is_public: work.isPublic,
              words: knex.raw('?::tsvector', [toVector(work)]),
            }))
          )
          .onConflict('id')
          .merge()
      );
    },

    newest: (asked, limit) => find(asked, limit, (rows) => rows.orderBy('id', 'desc')),
    best: (asked, limit) =>
      find(asked, limit, (rows, words) =>
        rows.orderByRaw('ts_rank(words, ?::tsquery) DESC, id DESC', [words])
      ),

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
