/**
 * Relies on: `@strapi/database` 5.54: `db.transaction` opens all transactions, and ignores errors of commit callbacks
 * Breaks if: Strapi opens transactions in another way
 * Checked by: `tests/faults/nth-fault.long.test.ts`
 */
import type { Core } from '@strapi/strapi';

import { ScopedValue } from '../../scoped-value';
import { inTransaction, openTransaction, type OpenTransaction } from '../../database/connection';
import { hasMethods, type Probe } from '../probe';

type Work = () => unknown;
type After = (work: Work) => void;
type Callback = (hooks: {
  trx: OpenTransaction['knex'];
  onCommit: After;
  onRollback: After;
}) => unknown;

/**
 * Commit callbacks collected by the current call of `collectCommitCallbacks`, whose transaction will be rolled back.
 */
const collected = new ScopedValue<Work[]>();

/** Runs `work` and adds its commit callbacks to `callbacks`. Strapi does not run them; the caller must do that. */
export const collectCommitCallbacks = <Result>(callbacks: Work[], work: () => Result): Result =>
  collected.run(callbacks, work);

/**
 * Makes each open transaction available through `openTransaction`, and logs errors of commit callbacks.
 *
 * Strapi reads event payloads (`entry.create` ...) and history after the commit in unhandled promises: an error there
 * would end the process, or turn a committed write into an error.
 */
export const followTransactions = ({ db, log }: Core.Strapi): void => {
  const logging =
    (after: After): After =>
    (work) =>
      after(() => {
        // A promise also catches synchronous errors.
        new Promise((resolve) => resolve(work())).catch((error: unknown) => {
          log.error('A callback after a commit has failed; the transaction itself was committed');
          log.error(error);
        });
      });
  const transaction = db.transaction.bind(db) as (callback?: Callback) => Promise<unknown>;
  const open = (callback?: Callback): Promise<unknown> =>
    transaction(
      callback &&
        ((hooks) => {
          const afterCommit = logging(hooks.onCommit);
          const onCommit: After = (work) => void (collected.get()?.push(work) ?? afterCommit(work));
          return inTransaction({ knex: hooks.trx, onCommit }, () =>
            callback({ ...hooks, onCommit, onRollback: logging(hooks.onRollback) })
          );
        })
    );
  db.transaction = open as typeof db.transaction;
};

export const COMMIT_CALLBACKS: Probe = {
  name: 'work after a commit',
  reliesOn: 'onCommit of db.transaction of @strapi/database',
  isPresent: ({ db }) => hasMethods(db, 'transaction', 'inTransaction'),
  async verify({ db }) {
    let isDone = false;
    const isKnown = await db.transaction(({ trx, onCommit }) => {
      onCommit(() => (isDone = true));
      return Promise.resolve(openTransaction() === (trx as unknown));
    });
    return isDone && isKnown && openTransaction() === undefined;
  },
};
