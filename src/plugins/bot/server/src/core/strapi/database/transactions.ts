/**
 * Makes transactions of knex report a failed BEGIN or COMMIT.
 *
 * Relies on: private parts of knex 3.0.1 (`lib/execution/transaction.js`, unchanged since 0.95):
 * `client.transaction(container, config, outer)` creates a transaction; it sends BEGIN in `begin` and COMMIT or
 * ROLLBACK in `query(connection, sql, status, value)` through `trxClient`; `_resolver` or `_rejecter` settles it; the
 * pool discards a connection with a `__knex__disposed`
 * Breaks if: knex changes these
 * Checked by: `tests/faults/failed-commit.long.test.ts`, `tests/faults/nth-fault.long.test.ts`
 */
import type { Core } from '@strapi/strapi';

import { ScopedValue } from '../../scoped-value';
import { noteDatabaseError } from '../../database/faults';

import {
  TRANSACTION_DIALECTS,
  type Connection,
  type TransactionDialect,
} from './transaction-dialects';
import { hasMethods, type Probe } from '../probe';
import { inSeries } from './serial-queries';

/** Values of `status` with which knex calls `Transaction.query` to end the transaction. */
const COMMIT = 1;
const ROLLBACK = 2;

interface Transaction {
  trxClient: { query(connection: Connection, sql: string): Promise<unknown> };
  isolationLevel?: string;
  readOnly?: boolean;
  doNotRejectOnRollback?: boolean;
  _completed: boolean;
  _resolver(value?: unknown): void;
  _rejecter(error: unknown): void;
  begin(connection: Connection): Promise<unknown>;
  query(connection: Connection, sql: string, status?: number, value?: unknown): Promise<unknown>;
  on(event: 'query-error', listener: (error: Error) => void): void;
}

type Container = (transactor: object) => unknown;

interface Client {
  transaction(container: Container, config?: object, outer?: object | null): Transaction;
  destroyRawConnection(connection: Connection): Promise<unknown>;
}

/** State of a transaction. */
interface TransactionState {
  /** Error of the first failed statement. */
  failure?: Error;
  hasCommitted: boolean;
}

const transactionStates = new WeakMap<object, TransactionState>();
const failedCommits = new WeakSet<object>();
const onlyReading = new ScopedValue<boolean>();

/** Error of the first failed statement in a transaction; undefined if none has failed. */
export const failureIn = (transactor: object): Error | undefined =>
  transactionStates.get(transactor)?.failure;

/** Whether an error was raised by a failed COMMIT. */
export const isFailedCommit = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && failedCommits.has(error);

/** Runs `work`. Transactions that it opens are expected not to write. */
export const whileReading = <Result>(work: () => Result): Result => onlyReading.run(true, work);

/** Runs `work`, which may write even inside `whileReading`. */
export const whileWriting = <Result>(work: () => Result): Result =>
  onlyReading.get() === true ? onlyReading.run(false, work) : work();

/**
 * Patches a new transaction so that `begin` and `commit` reject on failure, and its connection returns to the pool only
 * when no transaction is open.
 */
const patchTransaction = (
  client: Client,
  dialect: TransactionDialect,
  transaction: Transaction,
  state: TransactionState
): void => {
  /** The original `trxClient.query` of knex, for statements after the transaction has ended. */
  let send: Transaction['trxClient']['query'];

  const watch = (connection: Connection): void => {
    transaction.on('query-error', (error) => {
      state.failure ??= error;
      if (dialect.hasEnded(connection, error)) {
        // The rejection prevents that each further statement is committed separately.
        transaction.trxClient.query = () => Promise.reject(error);
      }
    });
  };

  /**
   * Rolls back or discards what a failed statement may have left open: SQLite keeps some failed commits open, a BEGIN
   * may have succeeded although its answer was lost, and a ROLLBACK can fail. The next user of the connection must not
   * be inside this transaction.
   */
  const clear = (connection: Connection, error: unknown): void => {
    if (!dialect.isOver(connection, error)) {
      connection.__knex__disposed = error;
      // The disconnect is not awaited, because closing a dead connection may take long.
      client.destroyRawConnection(connection).catch(() => undefined);
    }
  };

  transaction.begin = async (connection) => {
    const { trxClient } = transaction;
    if (dialect.isSerial) {
      trxClient.query = inSeries(trxClient.query.bind(trxClient));
    }
    send = trxClient.query.bind(trxClient);
    try {
      await dialect.begin(connection, {
        isolationLevel: transaction.isolationLevel,
        readOnly: transaction.readOnly,
        isReading: onlyReading.get() === true,
        send: (sql) => send(connection, sql),
      });
    } catch (error) {
      transaction._completed = true;
      clear(connection, error);
      throw error;
    }
    watch(connection);
  };

  const end = async (connection: Connection, sending: Promise<unknown>): Promise<unknown> => {
    transaction._completed = true;
    try {
      return await sending;
    } catch (error) {
      clear(connection, error);
      throw error;
    }
  };

  const commit = async (connection: Connection, sql: string): Promise<unknown> => {
    const answer = await end(connection, transaction.trxClient.query(connection, sql));
    if (!dialect.isCommitted(answer)) {
      throw new Error('The transaction was rolled back, because one of its statements failed', {
        cause: state.failure,
      });
    }
    state.hasCommitted = true;
    return answer;
  };

  /** Rejects a COMMIT after the transaction has ended; its connection may already be in use elsewhere. */
  const refuseCommit = (): void => {
    if (!state.hasCommitted) {
      throw new Error('The transaction has ended without a commit', { cause: state.failure });
    }
  };

  const sendOther = transaction.query.bind(transaction);
  transaction.query = async (connection, sql, status, value) => {
    if (status !== COMMIT && status !== ROLLBACK) return sendOther(connection, sql, status, value);
    if (transaction._completed) return status === COMMIT ? refuseCommit() : undefined;
    try {
      if (status === COMMIT) {
        const answer = await commit(connection, sql);
        transaction._resolver(value);
        return answer;
      }
      await end(connection, send(connection, sql));
      if (value === undefined && transaction.doNotRejectOnRollback) {
        transaction._resolver();
      } else {
        transaction._rejecter(value ?? new Error('The transaction was rolled back'));
      }
    } catch (error) {
      transaction._rejecter(error);
      if (status === COMMIT) {
        failedCommits.add(error as Error);
        noteDatabaseError(error as Error);
        throw error;
      }
    }
    return undefined;
  };
};

/**
 * Makes all transactions of the site report failures, including those of the panel and other plugins.
 *
 * knex's `commit()` resolves after a failed COMMIT, and its `transaction()` after a failed BEGIN; Strapi then runs
 * commit callbacks and reports success. See `docs/upstream-faults.md`. Must be called before the first transaction.
 */
export const surfaceCommitErrors = (strapi: Core.Strapi): void => {
  const dialect = TRANSACTION_DIALECTS[strapi.db.dialect.client];
  if (dialect === undefined) {
    throw new Error(`bot plugin: no rule for transactions on ${strapi.db.dialect.client}`);
  }
  const client = strapi.db.connection.client as Client;
  const create = client.transaction.bind(client);

  client.transaction = (container, config, outer) => {
    const state: TransactionState = { hasCommitted: false };
    const transaction = create(
      (transactor) => {
        transactionStates.set(transactor, state);
        return container(transactor);
      },
      config,
      outer
    );
    patchTransaction(client, dialect, transaction, state);
    return transaction;
  };
};

/** Message of the error with which the startup check `TRANSACTIONS` rejects a COMMIT, to simulate a failed commit. */
export const REFUSED_ON_PURPOSE = 'A probe of the bot plugin refuses this COMMIT on purpose';

export const TRANSACTIONS: Probe = {
  name: 'errors of failed commits',
  reliesOn: 'client.transaction and trxClient.query of knex',
  isPresent: ({ db }) => hasMethods(db.connection.client, 'transaction'),
  async verify({ db }) {
    const refused = new Error(REFUSED_ON_PURPOSE);
    const work = ({ trx }: { trx: { client: object } }): void =>
      void Object.assign(trx.client, { query: () => Promise.reject(refused) });
    const transaction = db.transaction.bind(db) as (callback: typeof work) => Promise<void>;
    return transaction(work).then(
      () => false,
      (error) => error === refused
    );
  },
};
