import type { Dialect, IndexedWork } from './dialect';
import type { Term } from '../words';

/** Maximum position in a `tsvector`. */
const PLACES = 16_383;

/** Makes a `tsvector`. Needs no escaping, because terms have only letters and digits. */
const toVector = ({ title, topics, text }: IndexedWork): string =>
  [
    ...title.map((term) => [term, 'A']),
    ...topics.map((term) => [term, 'B']),
    ...text.map((term) => [term, 'D']),
  ]
    .map(([term, weight], place) => `'${term}':${Math.min(place + 1, PLACES)}${weight}`)
    .join(' ');

const toQuery = (terms: Term[], weight: string): string =>
  terms
    .map(({ term, isBeginning }) => {
      const marks = `${isBeginning ? '*' : ''}${weight}`;
      return `'${term}'${marks && `:${marks}`}`;
    })
    .join(' & ');

/** Two `tsvector` columns with an index each. */
export const postgres: Dialect = {
  id: 'id',
  create: [
    `CREATE TABLE IF NOT EXISTS :own: (id integer PRIMARY KEY, is_public boolean NOT NULL,
     shown tsvector NOT NULL, endings tsvector NOT NULL)`,
    ...['shown', 'endings'].map(
      (column) =>
        `CREATE INDEX IF NOT EXISTS bot_search_index_${column} ON :own: USING gin (${column})`
    ),
  ],
  toRow: (work, knex) => ({
    id: work.id,
    is_public: work.isPublic,
    shown: knex.raw('?::tsvector', [toVector(work)]),
    endings: knex.raw('?::tsvector', [work.endings.join(' ')]),
  }),
  toCondition: ({ terms, where, isPublic }) => [
    `${where === 'endings' ? where : 'shown'} @@ ?::tsquery${isPublic ? ' AND is_public' : ''}`,
    [toQuery(terms, where === 'title' ? 'A' : '')],
  ],
  toOrder: ({ terms }) => ['ts_rank(shown, ?::tsquery) DESC', [toQuery(terms, '')]],
};
