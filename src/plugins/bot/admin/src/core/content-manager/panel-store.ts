/*
 * Relies on: the tags `Document`, `CountDocuments` and `RecentDocumentList` of `@strapi/content-manager` 5.54.
 * Breaks if: its cached answers get other tags.
 * Checked by: `tests/panel/an-editors-day.long.test.ts`
 */
import { adminApi } from '@strapi/strapi/admin';

/** The Redux store of the panel, reduced to the methods used here. */
interface Store {
  dispatch: (action: unknown) => unknown;
  getState: () => unknown;
}

let store: Store | undefined;

/** A middleware for `app.addMiddlewares` that only keeps a reference to the store. */
export const storeMiddleware = () => (ofPanel: Store) => {
  store = ofPanel;
  return (next: Store['dispatch']): Store['dispatch'] =>
    (action) =>
      next(action);
};

/** The Redux store of the panel. Undefined until the panel has created it. */
export const panelStore = (): Store | undefined => store;

interface TaggedApi {
  util: { invalidateTags(tags: (string | { type: string; id: string })[]): unknown };
}

/** Invalidates the cache of a document, or of the lists of its type, so that the panel loads it again. */
export const refetch = (model: string, documentId = 'LIST'): void => {
  const { util } = adminApi as unknown as TaggedApi;
  const document = { type: 'Document', id: `${model}_${documentId}` };
  store?.dispatch(util.invalidateTags([document, 'CountDocuments', 'RecentDocumentList']));
};
