import type { Core, UID } from '@strapi/strapi';

import { query, tableOf } from './connection';

/**
 * Those of some rows of a content type or component that are there. Of a type that is not
 * registered nobody can tell, as when its plugin is switched off: they count as there.
 */
export const existingRows = async (
  strapi: Core.Strapi,
  uid: string,
  ids: number[]
): Promise<Set<number>> => {
  if (!strapi.db.metadata.has(uid)) {
    return new Set(ids);
  }
  const rows: { id: number }[] = await query(strapi, (knex) =>
    knex(tableOf(strapi, uid as UID.Schema))
      .select('id')
      .whereIn('id', ids)
  );
  return new Set(rows.map(({ id }) => id));
};
