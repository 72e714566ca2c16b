import { adminApi } from '@strapi/strapi/admin';

/** The store of the panel, as far as it is used here. */
interface Store {
  dispatch: (action: unknown) => unknown;
  getState: () => unknown;
}

let store: Store | undefined;

/** For `app.addMiddlewares`: does nothing but keep the store of the panel. */
export const keepStore = () => (ofPanel: Store) => {
  store = ofPanel;
  return (next: Store['dispatch']): Store['dispatch'] =>
    (action) =>
      next(action);
};

/** Undefined until the panel has made it. */
export const panelStore = (): Store | undefined => store;

interface TaggedApi {
  util: { invalidateTags(tags: (string | { type: string; id: string })[]): unknown };
}

/** Lets the panel read a document again, or else the lists of its type. */
export const refetch = (model: string, documentId = 'LIST'): void => {
  const { util } = adminApi as unknown as TaggedApi;
  const document = { type: 'Document', id: `${model}_${documentId}` };
  store?.dispatch(util.invalidateTags([document, 'CountDocuments', 'RecentDocumentList']));
};
