import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { LOCK_UID } from '../constants';

import { knexOf, tableOf, transaction } from './connection';

/** Kind of lock: a document, a slug, the relations of works, a setting, or a step of the plugin's start. */
export type LockKind = 'document' | 'related' | 'setting' | 'slug' | 'start';

/** Number of rows in MySQL's lock table per kind of lock. Lock names are hashed to these rows. */
const BUCKETS = 1024;

const bucketOf = (name: string): number =>
  createHash('sha256').update(name).digest().readUInt32BE() % BUCKETS;

type Hold = (strapi: Core.Strapi, kind: LockKind, name: string) => Promise<unknown>;

/** Lock functions, keyed by dialect. SQLite needs none, because its single connection serializes transactions. */
const HOLD: Record<string, Hold> = {
  postgres: (strapi, kind, name) =>
    knexOf(strapi).raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [`${kind}:${name}`]),
  mysql: async (strapi, kind, name) => {
    const knex = knexOf(strapi);
    const table = tableOf(strapi, LOCK_UID);
    const row = { name: `${kind}:${bucketOf(name)}` };
    const [held] = await knex(table).select('id').where(row).forUpdate();
    // An INSERT consumes an ID even if the row exists, so it runs only for a missing row.
    if (held === undefined) {
      await knex(table).insert(row).onConflict('name').merge();
    }
  },
};

/**
 * Names of the locks that each transaction holds. The document middleware may request a lock that the bot's write
 * already holds.
 */
const held = new WeakMap<object, Set<string>>();

/**
 * Waits for a lock and holds it until the open transaction ends. Reentrant. Strapi's tables do not prevent two
 * transactions from publishing a document or taking a slug twice. To avoid deadlocks, lock a document first and a slug
 * last.
 */
export const holdLock = async (
  strapi: Core.Strapi,
  kind: LockKind,
  name: string
): Promise<void> => {
  const hold = HOLD[strapi.db.dialect.client];
  if (hold === undefined) return;
  await transaction(strapi, async (transactor) => {
    const locks = held.get(transactor) ?? new Set();
    const lock = `${kind}:${name}`;
    if (!locks.has(lock)) {
      await hold(strapi, kind, name);
      held.set(transactor, locks.add(lock));
    }
  });
};
