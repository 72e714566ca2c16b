import { adminApi } from '@strapi/strapi/admin';

import { panelStore } from './panel-store';

interface TaggedApi {
  util: { invalidateTags(tags: (string | { type: string; id: string })[]): unknown };
}

/** Lets the panel read a document again, or else the lists of its type. */
export const refetch = (model: string, documentId?: string): void => {
  const { util } = adminApi as unknown as TaggedApi;
  panelStore()?.dispatch(
    util.invalidateTags([
      {
        type: 'Document',
        id: documentId === undefined ? `${model}_LIST` : `${model}_${documentId}`,
      },
      'CountDocuments',
      'RecentDocumentList',
    ])
  );
};
