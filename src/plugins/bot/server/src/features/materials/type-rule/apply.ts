import { MATERIAL_TYPES } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { createCatalog } from '../../../core/additions/catalog';
import { FILE_UID } from '../../../core/constants';
import { query, quote, tableOf, transaction } from '../../../core/database/connection';
import { holdLock } from '../../../core/database/locks';

import { IMAGE_TYPES } from './material-type';

const RULE = 'bot_files_type_rule';
const ALLOWED = MATERIAL_TYPES.map((type) => `'${type}'`).join(', ');

/**
 * SQLite cannot add a CHECK to a table that exists; a trigger that aborts is its equal.
 * Strapi rebuilds a table in some migrations, and triggers go with the old one: hence the rule
 * is looked for at each start.
 */
const triggerOn = (table: string, event: string): [name: string, statement: string] => {
  const name = `${RULE}_${event.toLowerCase()}`;
  const statement =
    `CREATE TRIGGER IF NOT EXISTS ${name} BEFORE ${event} ON ${table} ` +
    `WHEN NEW.type IS NULL OR NEW.type NOT IN (${ALLOWED}) ` +
    `BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: ${RULE}'); END`;
  return [name, statement];
};

/** The parts of the rule by their names, with the statement that adds each; `table` is quoted. */
const partsOn = (client: string, table: string): [name: string, statement: string][] =>
  client === 'sqlite'
    ? ['INSERT', 'UPDATE'].map((event) => triggerOn(table, event))
    : [[RULE, `ALTER TABLE ${table} ADD CONSTRAINT ${RULE} CHECK (type IN (${ALLOWED}))`]];

/** What the rule is called in a database; on SQLite it is in two parts. */
export const ruleNames = (client: string): string[] => partsOn(client, '').map(([name]) => name);

/**
 * Makes the database itself hold the rule that a file's `type` is image, video or file
 * (interface document, section 2). Additive and idempotent: it adds what is missing, changes
 * nothing that is there, and applied twice is the same as applied once. To be called after
 * Strapi's schema sync, which adds the column with "file" in every row, so that none breaks the rule.
 */
export const applyFileTypeRule = async (strapi: Core.Strapi): Promise<void> => {
  const table = tableOf(strapi, FILE_UID);
  const { client } = strapi.db.dialect;
  const catalog = createCatalog(strapi);
  // MySQL commits at each change of a table, so a transaction would only pretend.
  const inOneStep = client === 'mysql' ? query : transaction;
  await inOneStep(strapi, async (knex) => {
    await holdLock(strapi, 'start', 'file-type-rule');
    for (const [name, statement] of partsOn(String(client), quote(strapi, table))) {
      if (!(await catalog.has({ kind: 'rule', table, name }))) await knex.raw(statement);
    }
  });
};

/** Gives every file the type that its MIME type stands for; the index makes this a look-up. */
export const fillInTypes = async (strapi: Core.Strapi): Promise<void> => {
  const table = tableOf(strapi, FILE_UID);
  await query(strapi, (knex) =>
    knex(table)
      .whereIn('type', ['file', 'video'])
      .whereIn('mime', IMAGE_TYPES)
      .update({ type: 'image' })
  );
  await query(strapi, (knex) =>
    knex(table)
      .whereIn('type', ['file', 'image'])
      .where('mime', '>=', 'video/')
      .where('mime', '<', 'video0')
      .update({ type: 'video' })
  );
};
