/*
 * Relies on: `@strapi/database` 5.54 (since 5.0): its internal table `strapi_migrations_internal` with migration times
 * Breaks if: Strapi renames the table
 * Checked by: `tests/storage/what-is-missing-is-filled-in.long.test.ts`
 */
import type { Core } from '@strapi/strapi';

import { knexOf, withSchema } from '../../database/connection';
import type { Probe } from '../probe';

/** Creates a function that identifies this database, to recognize state that was imported from another database. */
export const createDatabaseIdentity = (strapi: Core.Strapi): (() => Promise<string>) => {
  let known: string | undefined;
  return async () => {
    if (known === undefined) {
      const first: { time: unknown } | undefined = await knexOf(strapi)(
        withSchema(strapi, 'strapi_migrations_internal')
      )
        .orderBy('id')
        .first('time');
      known = JSON.stringify(first?.time ?? null);
    }
    return known;
  };
};

export const DATABASE_IDENTITY: Probe = {
  name: 'telling one database from another',
  reliesOn: 'the table strapi_migrations_internal of @strapi/database',
  verify: async (strapi) => (await createDatabaseIdentity(strapi)()) !== 'null',
};
