import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../../constants';
import { within } from '../../http';
import { copyStored } from '../../materials/storage';
import { createBackgroundLoop } from '../../strapi/background-loop';
import { assertOwnProvider, ATTEMPTS, nextTry } from '../tries';
import { getRemovalWorkerService } from '../worker';

import { getRestoreClaimsService } from './restore-claims';
import type { KeptObject, TrashedFile } from './trashed-file';
import { getTrashedFileService } from './trashed-files';

const BATCH = 20;
const GATHER_MILLISECONDS = 100;
const INTERVAL_MILLISECONDS = 30_000;

/**
 * Moves the bytes of trashed files to names that nobody knows. Several instances may be at one file:
 * the copy is the same, and one of them notes it. The removal worker then takes the bytes from
 * the addresses of before.
 */
export const createTrashWorkerService = ({ strapi }: { strapi: Core.Strapi }) => {
  const files = () => getTrashedFileService(strapi);

  const copyAside = async ({ file, kept }: TrashedFile): Promise<KeptObject[]> => {
    const copied: KeptObject[] = [];
    for (const { at, aside } of kept) {
      const stored = aside && (await copyStored(strapi, at, { ...aside, name: file.name }));
      if (stored === undefined) {
        strapi.log.warn(`Bot: the bytes of ${at.hash} were lost before they went to the trash`);
      }
      copied.push({ at, aside: stored === undefined ? null : stored });
    }
    return copied;
  };

  const moveAside = async (file: TrashedFile): Promise<void> => {
    try {
      assertOwnProvider(strapi, file);
      await files().noteAside(file, await copyAside(file));
    } catch (error) {
      const attempts = file.attempts + 1;
      if (attempts >= ATTEMPTS) {
        // Readers must not find them for ever.
        strapi.log.error(`Bot: file ${file.documentId} cannot be kept in the trash, and goes`);
        strapi.log.error(error);
        await files().drop({ id: file.id });
        return;
      }
      strapi.log.warn(`Bot: file ${file.documentId} will be moved to the trash later`);
      strapi.log.warn(error);
      await files().postpone(file, error, nextTry(attempts));
    }
  };

  const drain = async (): Promise<void> => {
    let due: TrashedFile[];
    do {
      due = await files().findDue(BATCH);
      for (const file of due) {
        if (!loop.isStopping()) {
          await moveAside(file);
        }
      }
      if (due.length > 0) {
        getRemovalWorkerService(strapi).wake();
      }
    } while (due.length === BATCH && !loop.isStopping());
  };

  const loop = createBackgroundLoop({
    name: 'BotTrashWorker',
    work: drain,
    onError: (error) => strapi.log.error(error),
    intervalMilliseconds: INTERVAL_MILLISECONDS,
    gatherMilliseconds: GATHER_MILLISECONDS,
  });

  return {
    start: (): void => loop.start(() => getRestoreClaimsService(strapi).freeLeases()),

    /** Says that there may be work. Returns at once, never throws. */
    wake: (): void => loop.wake(),

    /** Moves all that is due, here and now. */
    drain,

    /** Stops between two files, and waits for the one under way, for so many milliseconds at most. */
    async stop(milliseconds: number): Promise<void> {
      await within(milliseconds, Promise.resolve(loop.stop()));
    },
  };
};

export type TrashWorkerService = ReturnType<typeof createTrashWorkerService>;

/** Gives this service of a site. */
export const getTrashWorkerService = (strapi: Core.Strapi): TrashWorkerService =>
  strapi.plugin(PLUGIN_ID).service('trashWorker');
