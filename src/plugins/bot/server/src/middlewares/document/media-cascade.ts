import type { Core } from '@strapi/strapi';

import { afterCommit } from '../../database/connection';
import { botConfig, getService } from '../../services/lookup';

import type { DocumentMiddleware } from './types';

/**
 * The one place where every deletion of a publication passes: the bot's, an editor's, and an
 * editor's bulk delete. A database lifecycle would not do: those also fire when a version is
 * replaced on publish, unpublish and discard, and would take the media of a live work.
 */
export const createMediaCascade = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType } = botConfig(strapi);

  return async (context, next) => {
    if (context.uid !== contentType || context.action !== 'delete') {
      return next();
    }
    const cascade = getService(strapi, 'cascade');
    const { documentId } = context.params as { documentId: string };

    const files = await cascade.findLinkedFiles(documentId);
    const result = await next();
    const deleted = await cascade.removeUnlinked(files);

    // In a bulk delete the transaction is the caller's, and commits later than this returns.
    await afterCommit(strapi, () => {
      getService(strapi, 'removalWorker').poke();
      for (const file of deleted) {
        getService(strapi, 'mediaEvents').emit('media.delete', file);
      }
    });
    return result;
  };
};
