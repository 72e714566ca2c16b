import { setImmediate as letOthersRun } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { DAY_MILLISECONDS, FILE_UID } from '../../core/constants';
import { knexOf, tableOf, transaction } from '../../core/database/connection';
import { createState } from '../../core/database/state';
import { serviceOf } from '../../core/service';
import { isUniqueStorageName } from '../../core/storage/file-name';
import { asWorker, createActorOf } from '../../core/strapi/actor';
import { createBackgroundLoop } from '../../core/strapi/background-loop';
import { completeRows } from '../../core/writes/own-data';
import { getCascadeService, getFileUseService, getMaterialFolderService } from '../materials';

import { unusedUploadDays } from './settings';

const INTERVAL_MILLISECONDS = 3_600_000;
/** Number of unused uploads read per batch. */
const AT_ONCE = 500;

interface UnusedUpload {
  id: number;
  document_id: string;
  hash: string;
  folder_path: string | null;
  /** Time of the upload in milliseconds since 1970. PostgreSQL's driver returns text. */
  bot_leased_at: number | string;
}

/**
 * Deletes uploads of the bot that nothing uses. The column `bot_leased_at` holds the time of the upload; it is cleared
 * permanently when the worker finds the file in use, or when a user changes, replaces or moves it. Files that are still
 * unused at the end of the retention period are deleted permanently.
 *
 * Each deletion runs in its own transaction, which locks the row and checks again. So several instances never delete a
 * file twice, and a file that has been attached in the meantime is not deleted.
 */
export const createUnusedUploadService = ({ strapi }: { strapi: Core.Strapi }) => {
  const files = () => knexOf(strapi)(tableOf(strapi, FILE_UID));
  const countedState = createState<{ since: number }>(strapi, 'lease');
  const retentionMilliseconds = () => unusedUploadDays.of(strapi) * DAY_MILLISECONDS;

  /** Time since which unused uploads are tracked on this site; undefined if that is disabled or has just started. */
  const countedSince = async (): Promise<number | undefined> => {
    if (retentionMilliseconds() === 0) {
      await countedState.forget();
      return undefined;
    }
    const known = await countedState.get();
    if (known === null) {
      await countedState.set({ since: Date.now() });
    }
    return known?.since;
  };

  const unusedUploadsAfter = (at: number, id: number): Promise<UnusedUpload[]> =>
    files()
      .where('bot_leased_at', '>=', at)
      .where((behind) => behind.where('bot_leased_at', '>', at).orWhere('id', '>', id))
      .orderBy([{ column: 'bot_leased_at' }, { column: 'id' }])
      .limit(AT_ONCE)
      .select('id', 'document_id', 'hash', 'folder_path', 'bot_leased_at');

  const endLeases = async (ended: UnusedUpload[]): Promise<void> => {
    if (ended.length > 0) {
      const ids = ended.map(({ id }) => id);
      await files().whereIn('id', ids).update({ bot_leased_at: null });
    }
  };

  /** Deletes an uploaded file that nothing uses, if `bot_leased_at` is still set in its row. */
  const remove = (documentId: string): Promise<void> =>
    transaction(strapi, async () => {
      const file = await getCascadeService(strapi).findFile(documentId);
      if (file?.botLeasedAt != null) {
        await getCascadeService(strapi).removeUnlinked([file]);
      }
    });

  const settle = async (
    leased: UnusedUpload[],
    dueUntil: number,
    mayGoOn: () => boolean
  ): Promise<void> => {
    const { path } = await getMaterialFolderService(strapi).get();
    const used = await getFileUseService(strapi).used(leased);
    const isKept = ({ id, hash, folder_path }: UnusedUpload): boolean =>
      used.has(id) || folder_path !== path || !isUniqueStorageName(hash);
    await endLeases(leased.filter(isKept));
    for (const file of leased) {
      if (!isKept(file) && Number(file.bot_leased_at) <= dueUntil && mayGoOn()) {
        await remove(file.document_id);
        await letOthersRun();
      }
    }
  };

  const sweep = async (mayGoOn: () => boolean = () => true): Promise<void> => {
    const since = await countedSince();
    const longAgo = Date.now() - retentionMilliseconds();
    // Files uploaded before tracking started count from that start.
    const dueUntil = since !== undefined && since <= longAgo ? longAgo : -Infinity;
    let at = -Number.MAX_SAFE_INTEGER;
    let id = 0;
    let leased: UnusedUpload[];
    do {
      leased = retentionMilliseconds() === 0 ? [] : await unusedUploadsAfter(at, id);
      await settle(leased, dueUntil, mayGoOn);
      at = Number(leased.at(-1)?.bot_leased_at ?? at);
      id = leased.at(-1)?.id ?? id;
      await letOthersRun();
    } while (leased.length === AT_ONCE && mayGoOn());
  };

  const loop = createBackgroundLoop({
    name: 'BotMaterialLease',
    work: () => asWorker(() => sweep(() => !loop.isStopping())),
    onError: (error) => void strapi.log.warn(error),
    intervalMilliseconds: INTERVAL_MILLISECONDS,
  });

  return {
    /** Starts the worker that deletes unused uploads, at once and then every hour. */
    start: () => loop.start(),

    sweep: () => asWorker(() => sweep()),

    /** Stops the worker that deletes unused uploads after its current file. Waits at most the given milliseconds. */
    stop: (milliseconds: number): Promise<void> => loop.stop(milliseconds),
  };
};

export const getUnusedUploadService = serviceOf<typeof createUnusedUploadService>('materialLease');

/**
 * Excludes an uploaded file from the deletion of unused uploads when a user, or a program with a Strapi token, changes
 * or replaces the file in the Media Library: the file then belongs to them.
 */
export const keepUsedUploads = (strapi: Core.Strapi): void => {
  const actorOf = createActorOf(strapi);
  const adopt = ({ params }: { params: { data?: object } }): void => {
    if (['editor', 'api'].includes(actorOf().who)) {
      completeRows(params, () => ({ botLeasedAt: null }));
    }
  };
  strapi.db.lifecycles.subscribe({
    models: [FILE_UID],
    beforeUpdate: adopt,
    beforeUpdateMany: adopt,
  });
};
