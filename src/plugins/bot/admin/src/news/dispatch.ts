import { adminApi } from '@strapi/strapi/admin';

type Dispatch = (action: unknown) => unknown;

let dispatchOfPanel: Dispatch | undefined;

/** For `app.addMiddlewares`: does nothing but keep what an action is dispatched with. */
export const keepDispatch =
  () =>
  ({ dispatch }: { dispatch: Dispatch }) => {
    dispatchOfPanel = dispatch;
    return (next: Dispatch): Dispatch =>
      (action) =>
        next(action);
  };

interface TaggedApi {
  util: { invalidateTags(tags: (string | { type: string; id: string })[]): unknown };
}

/** Lets the panel read the lists of a type again, and the one document if it is there. */
export const readAgain = (model: string, documentId?: string): void => {
  const { util } = adminApi as unknown as TaggedApi;
  dispatchOfPanel?.(
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
