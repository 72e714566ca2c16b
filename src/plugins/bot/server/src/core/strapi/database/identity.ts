/*
 * Leans on `@strapi/database` 5.54 (since 5.0) keeping a table `strapi_migrations_internal` of the times of its own
 * migrations, which is not exported. `tests/storage/what-is-missing-is-filled-in.long.test.ts` notices a change.
 */
import type { Core } from '@strapi/strapi';

import { query, withSchema } from '../../database/connection';
import type { Probe } from '../probe';

/** Makes a function that identifies this database: an import brings state that was remembered of another one. */
export const createDatabaseIdentity = (strapi: Core.Strapi): (() => Promise<string>) => {
  let known: string | undefined;
  return async () => {
    if (known === undefined) {
      const first: { time: unknown } | undefined = await query(strapi, (knex) =>
        knex(withSchema(strapi, 'strapi_migrations_internal')).orderBy('id').first('time')
      );
      known = JSON.stringify(first?.time ?? null);
    }
    return known;
  };
};

export const DATABASE_IDENTITY: Probe = {
  name: 'telling one database from another',
  leansOn: 'the table strapi_migrations_internal of @strapi/database',
  works: async (strapi) => (await createDatabaseIdentity(strapi)()) !== 'null',
};
