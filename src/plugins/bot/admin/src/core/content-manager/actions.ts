import type { ReactNode } from 'react';

/** A button of the Content Manager, as far as it is looked at here. */
export interface Description {
  disabled?: boolean;
  dialog?: { content?: ReactNode };
}

/** What the Content Manager says to a button: of one document, or of those that are selected. */
export interface ActionProps {
  model: string;
  documentId?: string;
  documents?: { documentId: string }[];
}

/** What the Content Manager makes a button of; it does not export the type. */
export interface ContentAction {
  (props: ActionProps): Description | null;
  type?: string;
  position?: unknown;
}
