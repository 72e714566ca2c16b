/**
 * Relies on: `strapi.db.entityManager` of `@strapi/database` 5.54: `strapi.db.query(uid)` delegates writes to it, and
 * it runs lifecycles around a write without a common transaction
 * Breaks if: Strapi writes in another way
 * Checked by: `tests/changes/what-is-told-is-true.test.ts`
 */
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../config';
import { FILE_UID } from '../../constants';
import { singleTransaction } from '../../database/connection';
import { isRetryingWhileLoading } from '../../database/retry-while-loading';

import { failureIn } from './transactions';
import { isCalledBy, hasMethods, type Probe } from '../probe';

const WRITES = ['create', 'createMany', 'update', 'updateMany', 'delete', 'deleteMany'] as const;

type Write = (uid: string, params?: object) => Promise<unknown>;
type EntityManager = Record<(typeof WRITES)[number], Write>;

/**
 * Wraps each write of publications and files by Strapi's query engine, with its links and lifecycles, in one
 * transaction. Uploads of the Media Library, for example, otherwise run without a transaction. While the site loads,
 * writes of all types are wrapped: Strapi would open a transaction in the middle of a write, where a retry is not
 * possible.
 */
export const writeInTransactions = (strapi: Core.Strapi): void => {
  const { contentType } = botConfig(strapi);
  const isMeant = (uid: string): boolean =>
    uid === contentType || uid === FILE_UID || isRetryingWhileLoading(strapi);
  const manager = strapi.db.entityManager as unknown as EntityManager;
  for (const name of WRITES) {
    const write = manager[name];
    manager[name] = function (this: EntityManager, uid, params) {
      if (!isMeant(uid)) return write.call(this, uid, params);
      // Not retried, because lifecycles of the site may change `params`.
      return singleTransaction(strapi, async (transactor) => {
        try {
          return await write.call(this, uid, params);
        } catch (error) {
          // PostgreSQL also rejects Strapi's cleanup after a failure, which hides the original error.
          throw Reflect.get(Object(error), 'code') === '25P02'
            ? (failureIn(transactor) ?? error)
            : error;
        }
      });
    };
  }
};

export const TRANSACTIONAL_WRITES: Probe = {
  name: 'writes in one transaction with their lifecycles',
  reliesOn: 'db.entityManager of @strapi/database',
  isPresent: ({ db }) => hasMethods(db.entityManager, ...WRITES),
  async verify({ db }) {
    const write = () => db.query(FILE_UID).update({ where: { id: -1 }, data: {} });
    return isCalledBy(db.entityManager, 'update', write, async () => null);
  },
};
