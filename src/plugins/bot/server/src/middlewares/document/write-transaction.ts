import type { Core } from '@strapi/strapi';

import { query, transaction } from '../../database/connection';
import { holdLock } from '../../database/locks';
import { botConfig } from '../../services/lookup';

import type { DocumentMiddleware } from './types';

const WRITES = new Set([
  'create',
  'clone',
  'update',
  'delete',
  'publish',
  'unpublish',
  'discardDraft',
]);

/**
 * Puts each write of a publication, with all that the other middlewares add to it, into one
 * transaction, and lets one write of a document happen at a time: Strapi opens a transaction
 * inside of its middlewares only, and has no lock against two publishes at once.
 */
export const createWriteTransaction = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType } = botConfig(strapi);

  return async (context, next) => {
    if (context.uid !== contentType || !WRITES.has(context.action)) {
      return next();
    }
    return transaction(strapi, async () => {
      const documentId: unknown = Reflect.get(context.params, 'documentId');
      if (typeof documentId === 'string') {
        await holdLock(strapi, 'document', documentId);
      }
      try {
        return await next();
      } catch (error) {
        // Strapi's validator takes a database that went away for a relation that is not there.
        await query(strapi, (knex) => knex.raw('SELECT 1'));
        throw error;
      }
    });
  };
};
