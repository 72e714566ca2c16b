import { defineEvent, defineQuestion } from '../../core/hooks';

import type { StoredObject } from '../../core/strapi/uploads/stored-object';

/** An object that should be in storage. */
export interface ExpectedObject {
  /** Where it may be: first where it is to be put if it is nowhere, last where readers find it. */
  places: [StoredObject, ...StoredObject[]];
  /** Its size as Strapi rounds it; null if it is not known. */
  kilobytes: number | null;
  /** Its SHA-256, where that is known. */
  sha256: string | null;
}

/** A file of the library or of the trash, as its row has it. */
export interface ExpectedFile {
  id: string;
  name: string;
  isTrashed: boolean;
  objects: ExpectedObject[];
}

/** Files that somebody keeps in the storage of a provider beside those of the library. */
export const keptFiles = defineQuestion<string, AsyncIterable<ExpectedFile>>(async function* () {});

/** A person has everything settled that waits for a worker. */
export const settling = defineEvent<void>();
