/*
 * Relies on: the query `getDocument` of `@strapi/content-manager` 5.54, whose cached answer is what the form shows.
 * Breaks if: the form is loaded by another query, or without hidden attributes.
 * Checked by: `tests/panel/two-people-one-work.long.test.ts`
 */
import { adminApi } from '@strapi/strapi/admin';

import type { Values } from './fields';
import { panelStore } from './panel-store';
import type { EditedDocument } from './saves';

/** The hidden attribute that changes with each save; the server sets it in `publications/status/revision.ts`. */
const REVISION = 'botRevision';

/** The arguments with which the panel requests a document. */
type DocumentQuery = Omit<EditedDocument, 'sourceId'> & { params?: object };

interface Answer {
  data?: Values;
}

interface GetDocument {
  endpoints: {
    getDocument: { select(of: DocumentQuery): (state: unknown) => { data?: Answer } };
  };
  util: {
    updateQueryData(
      endpoint: 'getDocument',
      of: DocumentQuery,
      change: (answer: Answer) => void
    ): unknown;
  };
}

const api = adminApi as unknown as GetDocument;

const queryOf = ({ collectionType, model, documentId, params }: DocumentQuery): DocumentQuery => ({
  collectionType,
  model,
  documentId,
  params,
});

/**
 * Adds a revision to the data of a save: the document's revision at the time when its form was loaded, if there is one.
 */
export const withLoadedRevision = (of: DocumentQuery, data: object): object => {
  const known = api.endpoints.getDocument.select(queryOf(of))(panelStore()?.getState());
  const revision = known.data?.data?.[REVISION];
  return of.documentId === undefined || typeof revision !== 'string'
    ? data
    : { ...data, [REVISION]: revision };
};

/**
 * Updates the cached document behind a form without a request: after a save, or when the user has seen a newer version.
 * @param document the answer of the server
 * @param data the values of the form, if they were saved
 */
export const setLoaded = (of: DocumentQuery, document: object | undefined, data?: object): void => {
  const revision: unknown = Reflect.get(Object(document), REVISION);
  panelStore()?.dispatch(
    api.util.updateQueryData('getDocument', queryOf(of), (answer) => {
      answer.data = Object.assign(
        answer.data ?? {},
        data,
        typeof revision === 'string' && { [REVISION]: revision }
      );
    })
  );
};
