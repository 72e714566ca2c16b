import type { PublicationStatus } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import type { WritePhases } from '../../../core/writes/phases';

import { documentIdOf, entriesOf } from '../changes/writes';

import { createCreatorOf } from './added-columns';
import { FIRST_PUBLISHED_ATTRIBUTE, MADE_BY_ATTRIBUTE, STATUS_ATTRIBUTE } from './columns';
import { getPublicationStatusService } from './status';

/** The status of a document after an action. */
const STATUS_AFTER: Record<string, PublicationStatus> = {
  publish: 'published',
  discardDraft: 'published',
  unpublish: 'draft',
};

/** The publish date in an answer of the document service; null for drafts. */
const publishedIn = (result: unknown): Date | null => {
  const dates = [...entriesOf(result), result].map((entry): unknown =>
    Reflect.get(Object(entry), 'publishedAt')
  );
  const date = dates.find((one) => one != null);
  return date === undefined ? null : new Date(date as string | Date);
};

/** Updates the status column (`columns.ts`) after every write through the document service. */
export const createPublicationStatus = (strapi: Core.Strapi): WritePhases => {
  const makerOf = createCreatorOf(strapi);
  const statuses = () => getPublicationStatusService(strapi);

  return {
    complete({ action, params }) {
      if (action === 'create' || action === 'clone') {
        params.data = { ...params.data, [STATUS_ATTRIBUTE]: 'draft' };
      }
      if (action === 'clone') {
        params.data = {
          ...params.data,
          [MADE_BY_ATTRIBUTE]: makerOf(),
          [FIRST_PUBLISHED_ATTRIBUTE]: null,
        };
      }
    },

    record:
      ({ action, params }) =>
      async (result) => {
        const documentId =
          documentIdOf(result) ?? (action === 'clone' ? undefined : params.documentId);
        if (documentId === undefined) return;
        if (statuses().localized) {
          await statuses().remark(documentId);
          return;
        }
        // `create` and `update` can publish in the same call, without a separate publish action.
        const publishes =
          params.status === 'published' && (action === 'create' || action === 'update');
        const status = publishes ? 'published' : STATUS_AFTER[action];
        if (status !== undefined) {
          await statuses().mark(documentId, status, publishedIn(result));
        }
      },
  };
};
