/*
 * Relies on: the internal table `strapi_migrations_internal` of `@strapi/database` 5.54 (since 5.0), which stores when
 * its migrations ran and is not exported
 * Breaks if: Strapi renames the table or exports it
 * Checked by: `tests/storage/what-is-missing-is-filled-in.long.test.ts`
 */
import type { Core } from '@strapi/strapi';

import { query, withSchema } from '../../database/connection';
import type { Probe } from '../probe';

/**
 * Creates a function that returns an identifier of this database. An import brings state that belongs to another
 * database.
 */
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
