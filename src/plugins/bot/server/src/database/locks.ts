import type { Core } from '@strapi/strapi';

import { query } from './connection';

/**
 * Waits until no other transaction holds `name`, then holds it until the open transaction ends.
 *
 * PostgreSQL and MySQL run transactions side by side, and nothing in Strapi's tables stops two
 * of them from publishing one document twice or from taking one slug twice. SQLite has one
 * connection, so there a transaction is alone already.
 */
export const holdLock = async (strapi: Core.Strapi, name: string): Promise<void> => {
  if (strapi.db.dialect.client === 'postgres') {
    await query(strapi, (knex) =>
      knex.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [name])
    );
  }
};
