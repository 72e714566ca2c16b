import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { LOCK_UID } from '../constants';

import { query, tableOf, transaction } from './connection';

/** What is locked: one document, one slug, what works relate to, a setting, or a step of the plugin's own start. */
export type LockKind = 'document' | 'related' | 'setting' | 'slug' | 'start';

/** Rows of the lock table for each kind; more would only make the table larger. */
const BUCKETS = 1024;

const bucketOf = (name: string): number =>
  createHash('sha256').update(name).digest().readUInt32BE() % BUCKETS;

type Hold = (strapi: Core.Strapi, kind: LockKind, name: string) => Promise<unknown>;

/** By dialect. SQLite has one connection, so there a transaction is alone already. */
const HOLD: Record<string, Hold> = {
  postgres: (strapi, kind, name) =>
    query(strapi, (knex) =>
      knex.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [`${kind}:${name}`])
    ),
  mysql: (strapi, kind, name) =>
    query(strapi, async (knex) => {
      const table = tableOf(strapi, LOCK_UID);
      const row = { name: `${kind}:${bucketOf(name)}` };
      const [held] = await knex(table).select('id').where(row).forUpdate();
      // An INSERT uses up a number even if the row is there; so it is for the first one only.
      if (held === undefined) {
        await knex(table).insert(row).onConflict('name').merge();
      }
    }),
};

/** What a transaction holds already: a write of the bot and the document middleware ask alike. */
const held = new WeakMap<object, Set<string>>();

/**
 * Waits for a lock and holds it until the open transaction ends; taking it again costs nothing. Nothing in
 * Strapi's tables stops two transactions from publishing one document twice or taking one slug twice. To
 * avoid deadlocks, take a document's lock first and a slug's last.
 */
export const holdLock = async (
  strapi: Core.Strapi,
  kind: LockKind,
  name: string
): Promise<void> => {
  const hold = HOLD[strapi.db.dialect.client];
  if (hold === undefined) {
    return;
  }
  await transaction(strapi, async (transactor) => {
    const locks = held.get(transactor) ?? new Set();
    const lock = `${kind}:${name}`;
    if (!locks.has(lock)) {
      await hold(strapi, kind, name);
      held.set(transactor, locks.add(lock));
    }
  });
};
