/*
 * Relies on: knex 3.0.1 (`core/database/statement.ts`): `query` of a client numbers placeholders and emits errors
 * Breaks if: knex renames `acquireConnection`, `query` or `releaseConnection`
 * Checked by: `tests/api`
 */
import { selectRows } from '../../database/statement';
import { hasMethods, type Probe } from '../probe';

export const STATEMENTS: Probe = {
  name: 'reading and writing publications',
  reliesOn: 'acquireConnection, query and releaseConnection of a client of knex',
  isPresent: ({ db }) =>
    hasMethods(db.connection.client, 'acquireConnection', 'query', 'releaseConnection'),
  verify: async (strapi) => (await selectRows(strapi, 'SELECT 1 AS one', [])).length === 1,
};
