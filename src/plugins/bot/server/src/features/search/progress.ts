import type { Core } from '@strapi/strapi';

import { createState } from '../../core/database/state';
import type { ChangeCursor } from '../../core/protocol/cursor';
import { createDatabaseIdentity } from '../../core/strapi/database/identity';

/** Version of the search index. Increase this number to make every site rebuild its search index. */
const VERSION = 2;

/** Positions up to which the search index has read the rows and the changes of publications. */
export interface Progress {
  /** The highest row id that was read. New rows have higher ids. */
  row: number;
  /** Position in the change table up to which changes were applied. */
  change: ChangeCursor;
  /** Whether all rows were read once. */
  isFilled: boolean;
}

interface Kept extends Progress {
  version: number;
  database: string;
}

/** Reads and writes the stored progress of the search index, which is valid only in this database. */
export const createProgress = (strapi: Core.Strapi) => {
  const identity = createDatabaseIdentity(strapi);
  const state = createState<Kept>(strapi, 'search');
  return {
    /**
     * Reads the stored progress of the search index; undefined if this database has no index of the current version.
     */
    async read(): Promise<Progress | undefined> {
      const kept = await state.get();
      return kept?.version === VERSION && kept.database === (await identity()) ? kept : undefined;
    },
    async write({ row, change, isFilled }: Progress): Promise<void> {
      await state.set({ version: VERSION, database: await identity(), row, change, isFilled });
    },
  };
};
