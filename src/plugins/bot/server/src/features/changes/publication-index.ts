import type { Core } from '@strapi/strapi';

import { createCatalog } from '../../core/additions/catalog';
import { CHANGE_UID } from '../../core/constants';

const NAME = 'bot_changes_publication_index';

/**
 * What a query says besides the subject to find the changes of a publication by their index. It is no placeholder, as
 * SQLite prepares a statement before it knows the values.
 */
export const OF_PUBLICATION = `kind = 'publication'`;

/**
 * Gives the table an index of publications by their ids. Materials are not looked up, and have ids that are far apart:
 * a deletion would change a page of the index for each of them. MySQL has no indexes of some rows.
 */
export const indexPublications = async (strapi: Core.Strapi): Promise<void> => {
  const { db } = strapi;
  const { tableName: table } = db.metadata.get(CHANGE_UID);
  if (await createCatalog(strapi).has({ kind: 'index', table, name: NAME })) return;
  const predicate = db.connection.whereRaw(OF_PUBLICATION);
  const some = db.dialect.client === 'mysql' ? {} : { predicate };
  await db.getSchemaConnection().alterTable(table, (rows) => {
    rows.index(['subject'], NAME, some);
  });
};
