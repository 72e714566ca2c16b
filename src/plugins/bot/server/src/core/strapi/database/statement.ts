/*
 * `core/database/statement.ts` leans on a client of knex 3.0.1, of the database or of a transaction: `query` numbers
 * the placeholders and tells of errors. `tests/api` notices a change.
 */
import { selectRows } from '../../database/statement';
import { hasMethods, type Probe } from '../probe';

export const STATEMENTS: Probe = {
  name: 'reading and writing publications',
  leansOn: 'acquireConnection, query and releaseConnection of a client of knex',
  isThere: ({ db }) =>
    hasMethods(db.connection.client, 'acquireConnection', 'query', 'releaseConnection'),
  works: async (strapi) => (await selectRows(strapi, 'SELECT 1 AS one', [])).length === 1,
};
