import type { Core } from '@strapi/strapi';

import { addIndexes } from '../../core/additions/indexes';
import { CHANGE_UID } from '../../core/constants';

/**
 * What a query says besides the subject to find the changes of a publication by their index. It is no placeholder, as
 * SQLite prepares a statement before it knows the values.
 */
export const OF_PUBLICATION = `kind = 'publication'`;

/**
 * Gives the table an index of publications by their ids. Materials are not looked up, and have ids that are far apart:
 * a deletion would change a page of the index for each of them.
 */
export const indexPublications = (strapi: Core.Strapi): Promise<void> =>
  addIndexes(strapi, strapi.db.metadata.get(CHANGE_UID).tableName, [
    { name: 'bot_changes_publication_index', columns: ['subject'], where: OF_PUBLICATION },
  ]);
