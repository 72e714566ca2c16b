/**
 * Relies on: the method `_query` of knex's client, in knex's dialect files
 * Breaks if: knex renames it, or sends statements otherwise
 * Checked by: tests/faults/nth-fault.long.test.ts
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import type { Socket } from 'node:net';

import type { Core } from '@strapi/strapi';

import { SiteError } from './site';

/** Statements without effect, for which a failure before and one after are the same. */
const READ = /^\s*SELECT\b/i;

/** Operation that fails: a statement other than COMMIT, a COMMIT, or a call of the upload provider. */
export type Kind = 'statement' | 'commit' | 'storage call';
/** Whether the operation fails before or after it has taken effect. A statement that only reads fails before. */
export type Moment = 'before' | 'after';

export interface Fault {
  kind: Kind;
  /** Number of the operation among those of its kind, from 1 on. */
  number: number;
  moment: Moment;
}

/** Request header that enables the counting of statements and calls. */
export const COUNTED = 'x-counted';

interface Statement {
  sql: string;
}
type Query = (connection: unknown, statement: Statement) => Promise<unknown>;
type Store = (file: unknown) => Promise<unknown>;

const sqliteError = (code: string): Error =>
  Object.assign(new SiteError(`the disk says ${code}`), { code });

/** Errors of a failing database, by dialect. */
const FAIL: Record<string, (connection: unknown, moment: Moment) => Promise<Error>> = {
  sqlite: async (_connection, moment) =>
    sqliteError(moment === 'before' ? 'SQLITE_FULL' : 'SQLITE_IOERR_FSYNC'),
  // Same as a restart of the server: the connection is closed, and uncommitted work is lost.
  async postgres(connection) {
    const { stream } = (connection as { connection: { stream: Socket } }).connection;
    if (!stream.destroyed) await once(stream.destroy(), 'close');
    return new SiteError('Connection terminated unexpectedly');
  },
};

/**
 * Makes the nth statement, commit or storage call of a request fail, so that a test can try all of them. Only affects
 * requests with the header `x-counted` and work that they start; other work of the site is not disturbed.
 */
export const createNthFault = () => {
  const counted = new AsyncLocalStorage<true>();
  let armed: (Fault & { left: number }) | undefined;

  /** Whether the current operation must fail, and when. */
  const strikes = (kind: Kind): Moment | undefined => {
    if (armed?.kind !== kind || armed.left === 0 || counted.getStore() !== true) return undefined;
    armed.left -= 1;
    return armed.left === 0 ? armed.moment : undefined;
  };

  const failing = async <Result>(
    moment: Moment | undefined,
    run: () => Promise<Result>,
    fail: (moment: Moment) => Promise<Error>
  ): Promise<Result> => {
    if (moment === undefined) return run();
    if (moment === 'after') await run();
    throw await fail(moment);
  };

  const spoilDatabase = ({ db }: Core.Strapi): void => {
    const fail = FAIL[db.dialect.client];
    if (fail === undefined) throw new Error(`No faults for ${db.dialect.client}`);
    const client = db.connection.client as { _query: Query };
    // A transaction has its own client of the same class; on SQLite the plugin has replaced the method of the site's
    // client with one that calls the original.
    for (const owner of [client, Object.getPrototypeOf(client) as { _query: Query }]) {
      if (!Object.hasOwn(owner, '_query')) continue;
      const real = owner._query;
      owner._query = function (connection, statement) {
        const kind = statement.sql.startsWith('COMMIT') ? 'commit' : 'statement';
        const isLeftOut = armed?.moment === 'after' && READ.test(statement.sql);
        return failing(
          isLeftOut ? undefined : strikes(kind),
          () => real.call(this, connection, statement),
          (moment) => fail(connection, moment)
        );
      };
    }
  };

  const spoilStorage = (strapi: Core.Strapi): void => {
    const { provider } = strapi.plugin('upload') as unknown as { provider: Record<string, Store> };
    for (const method of ['upload', 'uploadStream', 'delete', 'replace']) {
      const real = provider[method]?.bind(provider);
      if (real === undefined) continue;
      provider[method] = (file) =>
        failing(
          strikes('storage call'),
          () => real(file),
          async () => new SiteError('The bucket says no')
        );
    }
  };

  return {
    /** Installs the faults; for the `register` hook of a site. */
    register(strapi: Core.Strapi): void {
      spoilDatabase(strapi);
      spoilStorage(strapi);
      strapi.server.use((ctx, next) => (ctx.get(COUNTED) ? counted.run(true, next) : next()));
    },

    /** Enables a fault once. */
    arm(fault: Fault): void {
      armed = { ...fault, left: fault.number };
    },

    /** Disables the fault. @returns whether it has occurred; false if there were fewer operations of its kind */
    disarm(): boolean {
      const hasStruck = armed?.left === 0;
      armed = undefined;
      return hasStruck;
    },
  };
};
