import { knexOf, rowsOf } from '../../../core/database/connection';

import type { SearchQuery, Dialect } from './dialect';

/** Maximum number of letters of a word in the search index. Longer words are cut. */
const LETTERS_OF_A_WORD = 16;
/** Length of the shortest and the longest token, in characters. */
export const SHORTEST_TOKEN = 3;
export const LONGEST_TOKEN = 2 + 4 * LETTERS_OF_A_WORD;
/** Token that marks the rows of public publications. Tokens of words begin with `qq`, so no word equals this token. */
const PUBLIC = 'zpublic';

/** Encodes a term as a token that every server indexes: no stop word, not too short, only ASCII letters and digits. */
export const toToken = (term: string): string =>
  `qq${term
    .slice(0, LETTERS_OF_A_WORD)
    .replace(/[^a-z0-9]/g, (letter) => letter.charCodeAt(0).toString(16).padStart(4, '0'))}`;

const toWords = (isPublic: boolean, terms: string[]): string =>
  [...(isPublic ? [PUBLIC] : []), ...terms.map(toToken)].join(' ');

/** A search expression for `BOOLEAN MODE`. */
const toMatch = ({ terms, isPublic }: SearchQuery): string =>
  [
    ...terms.map(({ term, isBeginning }) => `+${toToken(term)}${isBeginning ? '*' : ''}`),
    ...(isPublic ? [`+${PUBLIC}`] : []),
  ].join(' ');

const matches = (column: SearchQuery['where']) => `MATCH (${column}) AGAINST (? IN BOOLEAN MODE)`;

/** Three `FULLTEXT` indexes, which work the same in MySQL and MariaDB. */
export const mysql: Dialect = {
  id: 'id',
  create: [
    `CREATE TABLE IF NOT EXISTS :own: (id int unsigned PRIMARY KEY, title mediumtext NOT NULL, shown mediumtext NOT NULL,
     endings mediumtext NOT NULL, FULLTEXT (title), FULLTEXT (shown), FULLTEXT (endings)) ENGINE = InnoDB CHARACTER SET ascii`,
  ],
  async findObstacle(strapi) {
    const [sizes] = rowsOf<{ shortest: number; longest: number }>(
      await knexOf(strapi).raw(
        'SELECT @@innodb_ft_min_token_size AS shortest, @@innodb_ft_max_token_size AS longest'
      )
    );
    return sizes && sizes.shortest <= SHORTEST_TOKEN && sizes.longest >= LONGEST_TOKEN
      ? undefined
      : `innodb_ft_min_token_size is above ${SHORTEST_TOKEN}, or innodb_ft_max_token_size below ${LONGEST_TOKEN}`;
  },
  toRow: ({ id, isPublic, title, topics, text, endings }) => ({
    id,
    title: toWords(isPublic, title),
    shown: toWords(isPublic, [...title, ...topics, ...text]),
    endings: toWords(false, endings),
  }),
  toCondition: (requested) => [matches(requested.where), [toMatch(requested)]],
  toOrder: (requested) => [
    `10 * (${matches('title')}) + ${matches('shown')} DESC`,
    [toMatch(requested), toMatch(requested)],
  ],
};
