/**
 * Leans on `strapi.db.entityManager` of `@strapi/database` 5.54: `strapi.db.query(uid)` hands its writes on to
 * it, and it runs the lifecycles of a write around its statements, without a transaction that holds them all.
 * `tests/changes/what-is-told-is-true.test.ts` notices a change.
 */
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../config';
import { FILE_UID } from '../../constants';
import { transaction } from '../../database/connection';
import { isPatient } from '../../database/patience';

import { failureIn } from './transactions';
import { comesBy, hasMethods, type Probe } from '../probe';

const WRITES = ['create', 'createMany', 'update', 'updateMany', 'delete', 'deleteMany'] as const;

type Write = (uid: string, params?: object) => Promise<unknown>;
type EntityManager = Record<(typeof WRITES)[number], Write>;

/**
 * Puts each write of publications and files through Strapi's query engine into one transaction with its links and
 * what its lifecycles do, whoever writes: the Media Library's uploads have none of their own. While the site loads, of
 * any type: by itself, Strapi opens a transaction in the middle of a write, and nobody could begin that anew.
 */
export const writeInTransactions = (strapi: Core.Strapi): void => {
  const { contentType } = botConfig(strapi);
  const isMeant = (uid: string): boolean =>
    uid === contentType || uid === FILE_UID || isPatient(strapi);
  const manager = strapi.db.entityManager as unknown as EntityManager;
  for (const name of WRITES) {
    const write = manager[name];
    manager[name] = function (this: EntityManager, uid, params) {
      if (!isMeant(uid)) {
        return write.call(this, uid, params);
      }
      return transaction(strapi, async (transactor) => {
        try {
          return await write.call(this, uid, params);
        } catch (error) {
          // On PostgreSQL what Strapi does about a failure fails in its turn, and hides it.
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
  leansOn: 'db.entityManager of @strapi/database',
  isThere: ({ db }) => hasMethods(db.entityManager, ...WRITES),
  async works({ db }) {
    const write = () => db.query(FILE_UID).update({ where: { id: -1 }, data: {} });
    return comesBy(db.entityManager, 'update', write, async () => null);
  },
};
