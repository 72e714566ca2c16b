import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import type { Socket } from 'node:net';

import type { Core } from '@strapi/strapi';

import { SiteError } from './site';

/** What cannot have an effect: there is nothing between a fault before it and one after it. */
const READ = /^\s*SELECT\b/i;

/** What fails: a statement other than COMMIT, a COMMIT, or a call of the upload provider. */
export type Kind = 'statement' | 'commit' | 'storage call';
/** Whether it fails before it has any effect, or after; a statement that only reads, before. */
export type Moment = 'before' | 'after';

export interface Fault {
  kind: Kind;
  /** Which one of its kind, the first is 1. */
  number: number;
  moment: Moment;
}

/** Names the requests whose statements and calls are counted. */
export const COUNTED = 'x-counted';

interface Statement {
  sql: string;
}
type Query = (connection: unknown, statement: Statement) => Promise<unknown>;
type Store = (file: unknown) => Promise<unknown>;

const sqliteError = (code: string): Error =>
  Object.assign(new SiteError(`the disk says ${code}`), { code });

/** How a database fails, by dialect. */
const FAIL: Record<string, (connection: unknown, moment: Moment) => Promise<Error>> = {
  sqlite: async (_connection, moment) =>
    sqliteError(moment === 'before' ? 'SQLITE_FULL' : 'SQLITE_IOERR_FSYNC'),
  // As when the server restarts: the line is gone, with what was not committed.
  async postgres(connection) {
    const { stream } = (connection as { connection: { stream: Socket } }).connection;
    if (!stream.destroyed) await once(stream.destroy(), 'close');
    return new SiteError('Connection terminated unexpectedly');
  },
};

/**
 * Makes one statement, commit or storage call of a request fail: the nth, so that a test can go
 * through all of them. Only requests with the header `x-counted` are looked at, and what they
 * cause while they run; the site's other work goes on undisturbed.
 */
export const createNthFault = () => {
  const counted = new AsyncLocalStorage<true>();
  let armed: (Fault & { left: number }) | undefined;

  /** Whether this one is to fail. */
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
    // A transaction has a client of its own, of the same class; on SQLite the plugin has given the
    // site's client a method of its own, which keeps to the real one.
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
    /** For the `register` hook of a site. */
    register(strapi: Core.Strapi): void {
      spoilDatabase(strapi);
      spoilStorage(strapi);
      strapi.server.use((ctx, next) => (ctx.get(COUNTED) ? counted.run(true, next) : next()));
    },

    /** Lets it happen once. */
    arm(fault: Fault): void {
      armed = { ...fault, left: fault.number };
    },

    /** @returns whether it has happened; there were fewer of its kind if it has not */
    disarm(): boolean {
      const hasStruck = armed?.left === 0;
      armed = undefined;
      return hasStruck;
    },
  };
};
