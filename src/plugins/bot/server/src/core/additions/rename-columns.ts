import type { Core } from '@strapi/strapi';

import { withSchema } from '../database/connection';

import { createCatalog } from './catalog';
import { runStatements } from './run-statements';

/** Columns of the plugin's own tables, by the names that earlier versions gave them. */
const NAMES: Record<string, Record<string, string>> = {
  bot_removals: { stuck_since: 'failed_at' },
  bot_trashed_files: {
    subject: 'publication_id',
    is_aside: 'is_quarantined',
    goes_at: 'purge_at',
  },
  bot_trashed_publications: { who: 'actor', goes_at: 'purge_at' },
  bot_versions: { who: 'actor' },
};

/**
 * Renames columns of the plugin's own tables, so that their values stay. To be called before Strapi's schema sync,
 * which drops columns that no attribute names any more. Twice is the same as once.
 */
export const renameColumns = async (strapi: Core.Strapi): Promise<void> => {
  const catalog = createCatalog(strapi);
  const knex = strapi.db.connection;
  const statements: string[] = [];
  for (const [table, names] of Object.entries(NAMES)) {
    for (const [from, to] of Object.entries(names)) {
      if (await catalog.isToRename(table, from, to)) {
        const values = [withSchema(strapi, table), from, to];
        statements.push(knex.raw('ALTER TABLE ?? RENAME COLUMN ?? TO ??', values).toQuery());
      }
    }
  }
  // The id of a version is that of its publication; before, it was one of its own.
  if (await catalog.hasColumn('bot_versions', 'subject')) {
    const values = [withSchema(strapi, 'bot_versions'), 'document_id', 'subject'];
    statements.push(knex.raw('UPDATE ?? SET ?? = ??', values).toQuery());
  }
  await runStatements(strapi, statements);
};
