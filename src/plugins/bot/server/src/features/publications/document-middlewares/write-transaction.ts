import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { transaction } from '../../../core/database/connection';
import { faultOf } from '../../../core/database/faults';
import { holdLock } from '../../../core/database/locks';
import { failureIn, whileReading, whileWriting } from '../../../core/strapi/database/transactions';
import type { DocumentMiddleware } from '../../../core/strapi/document-middleware';

import { WRITE_ACTIONS } from './write-actions';

const READS = new Set(['findOne', 'findFirst', 'findMany', 'count']);

/** PostgreSQL: a statement came after one that has failed in the same transaction. */
const ABORTED = '25P02';

/**
 * What went wrong in a transaction, which need not be what was thrown in the end: Strapi's
 * validator takes a database that went away for a relation that is not there, and what follows an
 * error that somebody has caught fails for a reason of its own.
 */
const truth = (transactor: object, thrown: unknown): unknown => {
  const failure = failureIn(transactor);
  const isConsequence =
    faultOf(failure) !== undefined || Reflect.get(Object(thrown), 'code') === ABORTED;
  return isConsequence ? (failure ?? thrown) : thrown;
};

/**
 * Puts each write of a publication, with all that the other middlewares add to it, into one
 * transaction, and lets one write of a document happen at a time: Strapi opens a transaction
 * inside of its middlewares only, and has no lock against two publishes at once.
 */
export const createWriteTransaction = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType } = botConfig(strapi);

  return async (context, next) => {
    if (READS.has(context.action)) {
      // Strapi opens a transaction for a read too, which must not wait for who writes.
      return whileReading(next);
    }
    if (context.uid !== contentType || !WRITE_ACTIONS.has(context.action)) {
      return whileWriting(next);
    }
    return whileWriting(() =>
      transaction(strapi, async (transactor) => {
        const documentId: unknown = Reflect.get(context.params, 'documentId');
        if (typeof documentId === 'string') {
          await holdLock(strapi, 'document', documentId);
        }
        try {
          return await next();
        } catch (error) {
          throw truth(transactor, error);
        }
      })
    );
  };
};
