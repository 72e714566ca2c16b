import { createEvent } from '../event';

/** The document in an edit view, as identified by the view's URL. */
export interface EditedDocument {
  collectionType: string;
  model: string;
  documentId?: string;
  /** ID of the original document, if the edit view shows an unsaved duplicate. */
  sourceId?: string;
}

/** A save that was rejected because the document had changed after its form was loaded. */
export interface RefusedSave extends EditedDocument {
  action: 'update' | 'publish';
  data: object;
  params?: object;
}

/** The path of the edit view of a document, or of the empty form of a new one. */
export const pathOf = ({ collectionType, model, documentId, sourceId }: EditedDocument): string => {
  const type = `/content-manager/${collectionType}/${model}`;
  if (sourceId !== undefined) return `${type}/clone/${sourceId}`;
  return collectionType === 'single-types' ? type : `${type}/${documentId ?? 'create'}`;
};

/** The event after the values of a form were saved, with the form's path. */
export const saved = createEvent<string>();

/** The event after a save was rejected because the document had changed. */
export const refused = createEvent<RefusedSave>();
