/** Where in the panel a document is edited, as the address bar says it without the panel's own path. */
export interface EditedDocument {
  collectionType: string;
  model: string;
  documentId?: string;
  /** Of a copy that is made: what it is made of. */
  sourceId?: string;
}

type Listener = (path: string) => void;

const listeners = new Set<Listener>();

/** The path of the edit view of a document; of one that is not yet there, that of the empty form. */
export const pathOf = ({ collectionType, model, documentId, sourceId }: EditedDocument): string => {
  const type = `/content-manager/${collectionType}/${model}`;
  if (sourceId !== undefined) {
    return `${type}/clone/${sourceId}`;
  }
  return collectionType === 'single-types' ? type : `${type}/${documentId ?? 'create'}`;
};

/** Calls the listener with the path of each form whose content has been saved; gives its end. */
export const onSaved = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Says that the content of a form has been saved. */
export const announceSaved = (document: EditedDocument): void => {
  const path = pathOf(document);
  listeners.forEach((listener) => listener(path));
};
