import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { TRASHED_PUBLICATION_UID } from '../../core/constants';
import { createRowInsert } from '../../core/database/connection';
import { isThere } from '../../core/database/rows/existing-rows';
import { goesAt } from '../removals';
import { createActorOf } from '../../core/strapi/actor';
import { getPublicationDetailService } from '../publications/details/details';

import { createTrashedRows, type KeptPublication } from './trashed-rows';
import { createWholeDocument } from './whole-document';

/** Keeps publications that are deleted. */
export const createKeep = (strapi: Core.Strapi) => {
  const { contentType, attributes } = botConfig(strapi);
  const documents = createWholeDocument(strapi);
  const rows = createTrashedRows(strapi);
  const actorOf = createActorOf(strapi);
  const insertRow = createRowInsert(strapi, TRASHED_PUBLICATION_UID);

  return {
    /** A publication as it stands, with all that it holds, before it is deleted. */
    async read(documentId: string): Promise<KeptPublication> {
      const { externalId, publishAt, unpublishAt } =
        await getPublicationDetailService(strapi).find(documentId);
      return {
        rows: await documents.read(contentType, documentId),
        details: {
          externalId,
          publishAt: publishAt?.toISOString() ?? null,
          unpublishAt: unpublishAt?.toISOString() ?? null,
        },
      };
    },

    /**
     * Keeps what was read, in the transaction of the deletion and after it.
     * @returns false if the publication was not there, or is there still, in another locale
     */
    async keep(documentId: string, content: KeptPublication): Promise<boolean> {
      const [lead] = content.rows;
      if (lead === undefined || (await isThere(strapi, contentType, documentId))) {
        return false;
      }
      const { who, name, requestId } = actorOf();
      const title: unknown = lead[attributes.title];
      await rows.delete(documentId);
      await insertRow({
        document_id: documentId,
        title: typeof title === 'string' ? title : null,
        was_public: content.rows.some((row) => row.publishedAt != null),
        content: JSON.stringify(content),
        who,
        user_name: name,
        request_id: requestId,
        trashed_at: new Date(),
        goes_at: goesAt(strapi),
      });
      return true;
    },
  };
};
