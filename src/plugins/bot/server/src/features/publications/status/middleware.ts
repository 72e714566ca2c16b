import type { PublicationStatus } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import type { DocumentMiddleware } from '../../../core/strapi/document-middleware';
import { WRITE_ACTIONS } from '../document-middlewares/write-actions';

import { MADE_BY_ATTRIBUTE, STATUS_ATTRIBUTE } from './columns';
import { createMakerOf } from './made-by';
import { getPublicationStatusService } from './status';

/** What a write makes of the document, where the action alone tells. */
const STATUS_AFTER: Record<string, PublicationStatus> = {
  publish: 'published',
  discardDraft: 'published',
  unpublish: 'draft',
};

const documentIdOf = (result: unknown): string | undefined =>
  Reflect.get(Object(result), 'documentId') as string | undefined;

/**
 * Keeps the status column in step with the versions of a document, whoever writes.
 * See `features/publications/status/columns.ts` for its purpose.
 */
export const createPublicationStatus = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType } = botConfig(strapi);
  const makerOf = createMakerOf(strapi);

  return async (context, next) => {
    if (context.uid !== contentType || !WRITE_ACTIONS.has(context.action)) {
      return next();
    }
    const params = context.params as { documentId?: string; status?: string; data?: object };

    if (context.action === 'create' || context.action === 'clone') {
      params.data = { ...params.data, [STATUS_ATTRIBUTE]: 'draft' };
    }
    if (context.action === 'clone') {
      params.data = { ...params.data, [MADE_BY_ATTRIBUTE]: makerOf() };
    }
    const result = await next();

    const documentId =
      documentIdOf(result) ?? (context.action === 'clone' ? undefined : params.documentId);
    if (documentId === undefined) {
      return result;
    }
    const statuses = getPublicationStatusService(strapi);
    if (statuses.localized) {
      await statuses.remark(documentId);
      return result;
    }
    // `create` and `update` can publish in the same call, and then no publish action follows.
    const publishes =
      params.status === 'published' && (context.action === 'create' || context.action === 'update');
    const status = publishes ? 'published' : STATUS_AFTER[context.action];
    if (status !== undefined) {
      await statuses.mark(documentId, status);
    }
    return result;
  };
};
