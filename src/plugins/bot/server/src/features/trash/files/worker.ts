import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { PLUGIN_ID } from '../../../core/constants';
import { within } from '../../../core/http';
import { getStorageAccess, getStorageService, type StorageAccess } from '../../../core/storage';
import { createBackgroundLoop } from '../../../core/strapi/background-loop';
import { assertOwnProvider, nextTry } from '../../removals/tries';
import { getRemovalWorkerService } from '../../removals/worker';

import { secure, type KeptObject } from './kept-object';
import { getRestoreClaimsService } from './restore-claims';
import type { TrashedFile } from './trashed-file';
import { getTrashedFileService } from './trashed-files';

const BATCH = 20;
const GATHER_MILLISECONDS = 100;
const INTERVAL_MILLISECONDS = 30_000;

/**
 * Moves the bytes of trashed files to names that nobody knows. Several instances may be at one file:
 * the copy is the same, and one of them notes it. The removal worker then takes the bytes from
 * the addresses of before. What cannot be kept is not deleted: it stays where it is for its days.
 */
export const createTrashWorkerService = ({ strapi }: { strapi: Core.Strapi }) => {
  const files = () => getTrashedFileService(strapi);

  const secureAll = async (storage: StorageAccess, { kept }: TrashedFile) => {
    const secured: KeptObject[] = [];
    for (const one of kept) {
      secured.push({ ...one, sha256: await secure(storage, one) });
    }
    const lost = secured.filter(({ sha256 }) => sha256 === undefined).map(({ at }) => at.hash);
    if (lost.length === kept.length) {
      throw new Error('its bytes are not in storage');
    }
    if (lost.length > 0) {
      strapi.log.warn(`Bot: not in storage, so not kept in the trash: ${lost.join(', ')}`);
    }
    return secured;
  };

  const moveAside = async (storage: StorageAccess, file: TrashedFile): Promise<void> => {
    try {
      assertOwnProvider(strapi, file);
      await files().noteAside(file, await secureAll(storage, file));
    } catch (error) {
      strapi.log.warn(`Bot: file ${file.documentId} is deleted, and its bytes are where they were`);
      strapi.log.warn(error);
      await files().postpone(file, error, nextTry(file.attempts + 1));
    }
  };

  const drain = async (): Promise<void> => {
    const storage = getStorageAccess(strapi);
    let due: TrashedFile[];
    do {
      due = storage === undefined ? [] : await files().findDue(BATCH);
      for (const file of due) {
        if (storage !== undefined && !loop.isStopping()) {
          await moveAside(storage, file);
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
    start(): void {
      if (botConfig(strapi).trash.days > 0 && getStorageAccess(strapi) === undefined) {
        const { provider } = getStorageService(strapi);
        strapi.log.warn(
          `Bot: storage of the provider "${provider}" can only be written: files that are deleted can be read at their addresses for as long as they are in the trash`
        );
      }
      loop.start(() => getRestoreClaimsService(strapi).freeLeases());
    },

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
