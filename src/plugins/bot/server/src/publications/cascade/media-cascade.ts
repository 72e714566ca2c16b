import type { Core } from '@strapi/strapi';

import { botConfig } from '../../config';
import type { DocumentMiddleware } from '../../strapi/document-middleware';

import { getTrashService } from '../trash/trash';

import { getCascadeService } from './cascade';

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
    const cascade = getCascadeService(strapi);
    const { documentId } = context.params as { documentId: string };

    const files = await cascade.findLinkedFiles(documentId);
    const trash = getTrashService(strapi);
    const content = trash.isOn ? await trash.read(documentId) : undefined;
    const result = await next();
    const isKept = content !== undefined && (await trash.keep(documentId, content));
    await cascade.removeUnlinked(files, isKept ? documentId : undefined);
    return result;
  };
};
