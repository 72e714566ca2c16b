import type { Core } from '@strapi/strapi';

import { addIndexes } from '../../core/additions/indexes';
import { CHANGE_UID } from '../../core/constants';

/**
 * SQL condition needed to use the index of publication changes. A literal, because SQLite plans a statement before it
 * knows bindings.
 */
export const OF_PUBLICATION = `kind = 'publication'`;

/**
 * Adds an index of publication changes by ID. Materials are excluded: they are not looked up, and deleting many with
 * scattered IDs would modify one index page each.
 */
export const indexPublications = (strapi: Core.Strapi): Promise<void> =>
  addIndexes(strapi, strapi.db.metadata.get(CHANGE_UID).tableName, [
    { name: 'bot_changes_publication_index', columns: ['subject'], where: OF_PUBLICATION },
  ]);
