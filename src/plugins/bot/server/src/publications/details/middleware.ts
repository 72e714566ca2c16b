import type { Core } from '@strapi/strapi';

import { botConfig } from '../../config';
import type { DocumentMiddleware } from '../../strapi/document-middleware';

import { getPublicationDetailService } from './details';

/** Keeps what is said of a publication in step with it, whoever writes. */
export const createPublicationDetails = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType } = botConfig(strapi);

  return async (context, next) => {
    const result = await next();
    if (context.uid === contentType && context.action === 'delete') {
      const { documentId } = context.params as { documentId: string };
      await getPublicationDetailService(strapi).forgetGone(documentId);
    }
    return result;
  };
};
