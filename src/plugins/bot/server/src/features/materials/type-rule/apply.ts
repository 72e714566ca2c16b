import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../../../core/constants';
import { query, quote, rowsOf, tableOf, transaction } from '../../../core/database/connection';
import { holdLock } from '../../../core/database/locks';

import { RULE_DIALECTS } from './sql';

/**
 * Makes the database itself hold the rule that a file's `type` is image, video or file
 * (interface document, section 2). Additive and idempotent: it adds what is missing, changes
 * nothing that is there, and applied twice is the same as applied once. To be called after
 * Strapi's schema sync, which adds the column with "file" in every row, so that none breaks the rule.
 */
export const applyFileTypeRule = async (strapi: Core.Strapi): Promise<void> => {
  const table = tableOf(strapi, FILE_UID);
  const dialect = RULE_DIALECTS[strapi.db.dialect.client];
  if (dialect === undefined) {
    throw new Error(`bot plugin: no rule for files on ${strapi.db.dialect.client}`);
  }
  // MySQL commits at each change of a table, so a transaction would only pretend.
  const inOneStep = strapi.db.dialect.client === 'mysql' ? query : transaction;
  await inOneStep(strapi, async (knex) => {
    await holdLock(strapi, 'start', 'file-type-rule');
    const quoted = quote(strapi, table);
    const parts = dialect.parts(quoted);
    const present = rowsOf(await knex.raw(dialect.find, { table, quoted }));
    if (present.length < parts.length) {
      for (const part of parts) {
        await knex.raw(part);
      }
    }
  });
};
