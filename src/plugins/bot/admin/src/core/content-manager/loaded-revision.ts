/*
 * Leans on the query `getDocument` of `@strapi/content-manager` 5.54: what it has read is what the form shows, hidden
 * attributes with it. `tests/panel/two-people-one-work.long.test.ts` notices a change.
 */
import { adminApi } from '@strapi/strapi/admin';

import type { Values } from './fields';
import { panelStore } from './panel-store';
import type { EditedDocument } from './saves';

/** The hidden attribute that the server gives a new value with each save; see its `publications/status/revision.ts`. */
const REVISION = 'botRevision';

/** A document as the panel asks for it. */
type AskedDocument = Omit<EditedDocument, 'sourceId'> & { params?: object };

interface Answer {
  data?: Values;
}

interface GetDocument {
  endpoints: {
    getDocument: { select(of: AskedDocument): (state: unknown) => { data?: Answer } };
  };
  util: {
    updateQueryData(
      endpoint: 'getDocument',
      of: AskedDocument,
      change: (answer: Answer) => void
    ): unknown;
  };
}

const api = adminApi as unknown as GetDocument;

const asked = ({ collectionType, model, documentId, params }: AskedDocument): AskedDocument => ({
  collectionType,
  model,
  documentId,
  params,
});

/** The data of a save with the revision that its form was loaded from, of a document that has one. */
export const withLoadedRevision = (of: AskedDocument, data: object): object => {
  const known = api.endpoints.getDocument.select(asked(of))(panelStore()?.getState());
  const revision = known.data?.data?.[REVISION];
  return of.documentId === undefined || typeof revision !== 'string'
    ? data
    : { ...data, [REVISION]: revision };
};

/**
 * Says what a form has become without being loaded again: what it holds was saved, or goes over what the person has seen.
 * @param document as the server has answered it
 * @param data of the form, if that was saved
 */
export const setLoaded = (of: AskedDocument, document: object | undefined, data?: object): void => {
  const revision: unknown = Reflect.get(Object(document), REVISION);
  panelStore()?.dispatch(
    api.util.updateQueryData('getDocument', asked(of), (answer) => {
      answer.data = Object.assign(
        answer.data ?? {},
        data,
        typeof revision === 'string' && { [REVISION]: revision }
      );
    })
  );
};
