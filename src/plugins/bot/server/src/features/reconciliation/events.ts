import { defineEvent, defineQuestion } from '../../core/hooks';

import type { StoredObject } from '../../core/strapi/uploads/stored-object';

/** An object that should be in storage. */
export interface ExpectedObject {
  /**
   * Possible locations of the object. For a file in the trash, these are its secret name and then its public name. A
   * missing object is restored to the first location.
   */
  places: [StoredObject, ...StoredObject[]];
  /** Size in kilobytes as Strapi rounds it; null if unknown. */
  kilobytes: number | null;
  /** SHA-256 in hexadecimal digits; null if unknown. */
  sha256: string | null;
}

/** A file of the Media Library or of the trash, as stored in its row. */
export interface ExpectedFile {
  id: string;
  name: string;
  isTrashed: boolean;
  objects: ExpectedObject[];
}

/** Hook for files that a feature stores with a provider, in addition to the Media Library. */
export const keptFiles = defineQuestion<string, AsyncIterable<ExpectedFile>>(async function* () {});

/** Emitted when an administrator runs all pending work of the workers. */
export const settling = defineEvent<void>();
