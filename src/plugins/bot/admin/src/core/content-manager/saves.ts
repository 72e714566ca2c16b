import { createEvent } from '../event';

/** The document that an edit view shows, as its address names it. */
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

/** Announces the path of a form whose values have been saved. */
export const saved = createEvent<string>();

/** Announces a save that was rejected because the document had changed. */
export const refused = createEvent<RefusedSave>();
