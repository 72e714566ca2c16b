import type { EditedDocument } from './saves';

/** A save that was refused since the document has changed after its form was loaded. */
export interface RefusedSave extends EditedDocument {
  action: 'update' | 'publish';
  data: object;
  params?: object;
}

type Listener = (save: RefusedSave) => void;

const listeners = new Set<Listener>();

/** Calls the listener with each such save; gives its end. */
export const onRefusedSave = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Says that a save was refused. */
export const announceRefusedSave = (save: RefusedSave): void => {
  listeners.forEach((listener) => listener(save));
};
