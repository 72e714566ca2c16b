import type { PublicationStatus } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import type { WritePhases } from '../../../core/writes/phases';

import { documentIdOf } from '../changes/writes';

import { createMakerOf } from './added-columns';
import { MADE_BY_ATTRIBUTE, STATUS_ATTRIBUTE } from './columns';
import { getPublicationStatusService } from './status';

/** What a write makes of the document, where the action alone tells. */
const STATUS_AFTER: Record<string, PublicationStatus> = {
  publish: 'published',
  discardDraft: 'published',
  unpublish: 'draft',
};

/** Keeps the status column (`columns.ts`) in step with the versions of a document, whoever writes. */
export const createPublicationStatus = (strapi: Core.Strapi): WritePhases => {
  const makerOf = createMakerOf(strapi);
  const statuses = () => getPublicationStatusService(strapi);

  return {
    complete({ action, params }) {
      if (action === 'create' || action === 'clone') {
        params.data = { ...params.data, [STATUS_ATTRIBUTE]: 'draft' };
      }
      if (action === 'clone') {
        params.data = { ...params.data, [MADE_BY_ATTRIBUTE]: makerOf() };
      }
    },

    record:
      ({ action, params }) =>
      async (result) => {
        const documentId =
          documentIdOf(result) ?? (action === 'clone' ? undefined : params.documentId);
        if (documentId === undefined) {
          return;
        }
        if (statuses().localized) {
          await statuses().remark(documentId);
          return;
        }
        // `create` and `update` can publish in the same call, and then no publish action follows.
        const publishes =
          params.status === 'published' && (action === 'create' || action === 'update');
        const status = publishes ? 'published' : STATUS_AFTER[action];
        if (status !== undefined) {
          await statuses().mark(documentId, status);
        }
      },
  };
};
