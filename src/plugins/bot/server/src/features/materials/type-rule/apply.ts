import { MATERIAL_TYPES } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../../../core/constants';
import { query, quote, rowsOf, tableOf, transaction } from '../../../core/database/connection';
import { holdLock } from '../../../core/database/locks';

import { IMAGE_TYPES } from './material-type';

/** The name of the rule; of the CHECK where there is one. */
const RULE = 'bot_files_type_rule';
const EVENTS = ['INSERT', 'UPDATE'];
const triggerOf = (event: string): string => `${RULE}_${event.toLowerCase()}`;
/** What the rule is called in a database; on SQLite it is in two parts. */
export const ruleNames = (client: string): string[] =>
  client === 'sqlite' ? EVENTS.map(triggerOf) : [RULE];
const ALLOWED = MATERIAL_TYPES.map((type) => `'${type}'`).join(', ');

/** How a dialect is asked whether it has the rule, and how the rule is given to it. */
interface RuleDialect {
  /**
   * Gives a row for each part of the rule that is there. `:table` is the table's name, `:quoted`
   * the same as it stands in statements, with the schema.
   */
  find: string;
  /** Statements, each of them additive; `table` is quoted. */
  parts: (table: string) => string[];
}

const checkConstraint = (find: string): RuleDialect => ({
  find,
  parts: (table) => [`ALTER TABLE ${table} ADD CONSTRAINT ${RULE} CHECK (type IN (${ALLOWED}))`],
});

/**
 * SQLite cannot add a CHECK to a table that exists; a trigger that aborts is its equal.
 * Strapi rebuilds a table in some migrations, and triggers go with the old one: hence the rule
 * is looked for at each start.
 */
const triggers: RuleDialect = {
  find: `SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = :table AND name LIKE '${RULE}_%'`,
  parts: (table) =>
    EVENTS.map(
      (event) =>
        `CREATE TRIGGER IF NOT EXISTS ${triggerOf(event)} BEFORE ${event} ON ${table} ` +
        `WHEN NEW.type IS NULL OR NEW.type NOT IN (${ALLOWED}) ` +
        `BEGIN SELECT RAISE(ABORT, 'CHECK constraint failed: ${RULE}'); END`
    ),
};

const RULE_DIALECTS: Record<string, RuleDialect> = {
  sqlite: triggers,
  postgres: checkConstraint(
    `SELECT conname FROM pg_constraint WHERE conname = '${RULE}' AND conrelid = to_regclass(:quoted)`
  ),
  mysql: checkConstraint(
    `SELECT constraint_name FROM information_schema.table_constraints ` +
      `WHERE constraint_schema = DATABASE() AND table_name = :table AND constraint_name = '${RULE}'`
  ),
};

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
