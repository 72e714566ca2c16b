import type { Client } from '../../client';
import { BotError } from '../../http/errors';
import { AT_ONCE, inParallel } from '../../parallel';

import { refusedBy } from './results';
import { tagToWrite } from './write-text';

/** A publication of an earlier import whose file is no longer in the folder. */
export interface Missing {
  id: string;
  externalId: string;
  title: string;
  status: 'draft' | 'published';
}

export interface Pruned extends Missing {
  action: 'delete' | 'skipped' | 'failed';
  /** Reason for skipping or failing. */
  what: string[];
}

/** Deletes publications. Skips those that an editor changed after the bot's last write, unless `overwrite` is set. */
export const prune = (
  client: Client,
  missing: Missing[],
  { overwrite = false }: { overwrite?: boolean | undefined }
): Promise<Pruned[]> =>
  inParallel(missing, AT_ONCE, async (publication) => {
    const { id } = publication;
    try {
      const ifMatch = await tagToWrite(client, id, { overwrite });
      await client.publications.delete(id, { ifMatch });
      return { ...publication, action: 'delete', what: [] };
    } catch (error) {
      if (error instanceof BotError && error.status === 404) {
        return { ...publication, action: 'delete', what: [] };
      }
      const { action, what } = refusedBy(error);
      return { ...publication, action, what };
    }
  });
