import type { Core } from '@strapi/strapi';

import { query, tableOf } from '../../database/connection';
import {
  PUBLIC_VERSION,
  STATUS_ATTRIBUTE,
  STATUS_COLUMN,
} from '../../database/publication-columns';
import { botConfig } from '../../services/lookup';

import type { DocumentMiddleware } from './types';

type Status = 'draft' | 'published';

/** What a write makes of the document, where the action alone tells. */
const STATUS_AFTER: Record<string, Status> = {
  publish: 'published',
  discardDraft: 'published',
  unpublish: 'draft',
};

/**
 * Keeps the status column in step with the versions of a document, whoever writes.
 * See `database/publication-columns.ts` for what it is good for.
 */
export const createPublicationStatus = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType } = botConfig(strapi);

  const settle = (documentId: string, status: Status): Promise<unknown> =>
    query(strapi, (knex) =>
      knex(tableOf(strapi, contentType))
        .where('document_id', documentId)
        .update({
          [STATUS_COLUMN]: knex.raw('CASE WHEN published_at IS NULL THEN ? ELSE ? END', [
            status,
            PUBLIC_VERSION,
          ]),
        })
    );

  return async (context, next) => {
    if (context.uid !== contentType) {
      return next();
    }
    const params = context.params as { documentId?: string; status?: string; data?: object };

    if (context.action === 'create' || context.action === 'clone') {
      params.data = { ...params.data, [STATUS_ATTRIBUTE]: 'draft' };
    }
    const result = await next();

    // `create` and `update` can publish in the same call, and then no publish action follows.
    const publishes =
      params.status === 'published' && (context.action === 'create' || context.action === 'update');
    const status = publishes ? 'published' : STATUS_AFTER[context.action];
    const documentId =
      params.documentId ?? (Reflect.get(Object(result), 'documentId') as string | undefined);

    if (status !== undefined && documentId !== undefined) {
      await settle(documentId, status);
    }
    return result;
  };
};
