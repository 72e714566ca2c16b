import { createEvent } from '../event';

/** Where in the panel a document is edited, as the address bar says it without the panel's own path. */
export interface EditedDocument {
  collectionType: string;
  model: string;
  documentId?: string;
  /** Of a copy that is made: what it is made of. */
  sourceId?: string;
}

/** A save that was refused since the document has changed after its form was loaded. */
export interface RefusedSave extends EditedDocument {
  action: 'update' | 'publish';
  data: object;
  params?: object;
}

/** The path of the edit view of a document; of one that is not yet there, that of the empty form. */
export const pathOf = ({ collectionType, model, documentId, sourceId }: EditedDocument): string => {
  const type = `/content-manager/${collectionType}/${model}`;
  if (sourceId !== undefined) return `${type}/clone/${sourceId}`;
  return collectionType === 'single-types' ? type : `${type}/${documentId ?? 'create'}`;
};

/** The content of the form at this path has been saved. */
export const saved = createEvent<string>();

export const refused = createEvent<RefusedSave>();
