import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import type { DocumentMiddleware } from '../../../core/strapi/document-middleware';

import { followDeletion } from './follow-deletion';

/**
 * The one place where every deletion by the document service passes: the bot's, an editor's, and an
 * editor's bulk delete. A database lifecycle would not do: those also fire when a version is
 * replaced on publish, unpublish and discard, and would take the media of a live work.
 */
export const createMediaCascade = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType } = botConfig(strapi);

  return async (context, next) => {
    if (context.uid !== contentType || context.action !== 'delete') {
      return next();
    }
    const { documentId } = context.params as { documentId: string };
    const follow = await followDeletion(strapi, documentId);
    const result = await next();
    await follow();
    return result;
  };
};
