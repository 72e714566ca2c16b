import type { Core } from '@strapi/strapi';

import { createState } from '../../core/database/state';
import type { ChangeCursor } from '../../core/protocol/cursor';
import { createDatabaseIdentity } from '../../core/strapi/database/identity';

/** Another number has every site make its index anew. */
const VERSION = 2;

/** How far the index has come. */
export interface Progress {
  /** Rows up to this number were read: new ones have higher numbers. */
  row: number;
  /** Changes up to this one were followed. */
  change: ChangeCursor;
  /** Whether all rows were read once. */
  isFilled: boolean;
}

interface Kept extends Progress {
  version: number;
  database: string;
}

/** Remembers the progress, of this database alone. */
export const createProgress = (strapi: Core.Strapi) => {
  const identity = createDatabaseIdentity(strapi);
  const state = createState<Kept>(strapi, 'search');
  return {
    /** Undefined if there is no index. */
    async read(): Promise<Progress | undefined> {
      const kept = await state.get();
      return kept?.version === VERSION && kept.database === (await identity()) ? kept : undefined;
    },
    async write({ row, change, isFilled }: Progress): Promise<void> {
      await state.set({ version: VERSION, database: await identity(), row, change, isFilled });
    },
  };
};
