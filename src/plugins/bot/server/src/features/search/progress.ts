import type { Core } from '@strapi/strapi';

import { createState } from '../../core/database/state';
import type { ChangeCursor } from '../../core/protocol/cursor';
import { createDatabaseIdentity } from '../../core/strapi/database/identity';

/** Version of the index. Increase it to make every site rebuild its index. */
const VERSION = 2;

/** Progress of the index. */
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

/** Stores the progress, valid only for this database. */
export const createProgress = (strapi: Core.Strapi) => {
  const identity = createDatabaseIdentity(strapi);
  const state = createState<Kept>(strapi, 'search');
  return {
    /** The progress of the index; undefined if there is no valid index. */
    async read(): Promise<Progress | undefined> {
      const kept = await state.get();
      return kept?.version === VERSION && kept.database === (await identity()) ? kept : undefined;
    },
    async write({ row, change, isFilled }: Progress): Promise<void> {
      await state.set({ version: VERSION, database: await identity(), row, change, isFilled });
    },
  };
};
