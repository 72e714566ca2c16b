import { MATERIAL_TYPES } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { createCatalog } from '../../../core/additions/catalog';
import { FILE_UID } from '../../../core/constants';
import { knexOf, quote, tableOf, transaction } from '../../../core/database/connection';
import { holdLock } from '../../../core/database/locks';

import { IMAGE_TYPES } from './material-type';

const RULE = 'bot_files_type_rule';
const ALLOWED = MATERIAL_TYPES.map((type) => `'${type}'`).join(', ');

/**
 * Makes the statement for a trigger that acts as a CHECK, because SQLite cannot add a CHECK to an existing table.
 * Some of Strapi's migrations rebuild a table without its triggers, so each start checks that they exist.
 */
const triggerOn = (table: string, event: string): [name: string, statement: string] => {
  const name = `${RULE}_${event.toLowerCase()}`;
  const statement =
    `CREATE TRIGGER IF NOT EXISTS ${name} BEFORE ${event} ON ${table} ` +
    `WHEN NEW.type IS NULL OR NEW.type NOT IN (${ALLOWED}) ` +
    `BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: ${RULE}'); END`;
  return [name, statement];
};

/** Name and SQL statement of each constraint or trigger that enforces the allowed file types. `table` is quoted. */
const partsOn = (client: string, table: string): [name: string, statement: string][] =>
  client === 'sqlite'
    ? ['INSERT', 'UPDATE'].map((event) => triggerOn(table, event))
    : [[RULE, `ALTER TABLE ${table} ADD CONSTRAINT ${RULE} CHECK (type IN (${ALLOWED}))`]];

/** Names of the CHECK constraint for file types, or of its two triggers on SQLite. */
export const ruleNames = (client: string): string[] => partsOn(client, '').map(([name]) => name);

/**
 * Makes the database enforce that the `type` of a file is image, video or file (interface document, section 2).
 * Additive and idempotent. Call it after Strapi's schema sync, which adds the column with "file" in every row.
 */
export const applyFileTypeRule = async (strapi: Core.Strapi): Promise<void> => {
  const table = tableOf(strapi, FILE_UID);
  const { client } = strapi.db.dialect;
  const catalog = createCatalog(strapi);
  // MySQL commits at each change of a table, so a transaction has no effect there.
  const apply = async (): Promise<void> => {
    await holdLock(strapi, 'start', 'file-type-rule');
    for (const [name, statement] of partsOn(String(client), quote(strapi, table))) {
      if (!(await catalog.has({ kind: 'rule', table, name }))) await knexOf(strapi).raw(statement);
    }
  };
  await (client === 'mysql' ? apply() : transaction(strapi, apply));
};

/** Sets `type` from the MIME type on all rows where they differ. Uses an index. */
export const fillInTypes = async (strapi: Core.Strapi): Promise<void> => {
  const table = tableOf(strapi, FILE_UID);
  await knexOf(strapi)(table)
    .whereIn('type', ['file', 'video'])
    .whereIn('mime', IMAGE_TYPES)
    .update({ type: 'image' });
  await knexOf(strapi)(table)
    .whereIn('type', ['file', 'image'])
    .where('mime', '>=', 'video/')
    .where('mime', '<', 'video0')
    .update({ type: 'video' });
};
