import type { Core, UID } from '@strapi/strapi';

import { getPublicationStatusService } from './status';

/**
 * Marks publications anew of which some versions were deleted past the document service: that is
 * how Strapi removes a locale, with all translations into it.
 */
export const markAfterDeleteMany = (strapi: Core.Strapi, uid: UID.Schema): void => {
  strapi.db.lifecycles.subscribe({
    models: [uid],

    async beforeDeleteMany(event) {
      const versions: { documentId: string }[] = await strapi.db
        .query(uid)
        .findMany({ select: ['documentId'], where: event.params.where });
      event.state = { documentIds: new Set(versions.map(({ documentId }) => documentId)) };
    },

    async afterDeleteMany({ state }) {
      const { documentIds = [] }: { documentIds?: Iterable<string> } = state;
      for (const documentId of documentIds) {
        await getPublicationStatusService(strapi).remark(documentId);
      }
    },
  });
};
