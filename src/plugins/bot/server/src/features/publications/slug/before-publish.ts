import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import type { DocumentMiddleware } from '../../../core/strapi/document-middleware';

import { getSlugService } from './slug';

/**
 * Gives a slug to a work that is about to be published and has none, because somebody wrote it
 * past Strapi. To stand behind the fast path, which looks at the slug itself.
 */
export const createSlugBeforePublish = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType } = botConfig(strapi);

  return async (context, next) => {
    if (context.uid === contentType && context.action === 'publish') {
      const { documentId } = context.params as { documentId: string };
      await getSlugService(strapi).give(documentId);
    }
    return next();
  };
};
