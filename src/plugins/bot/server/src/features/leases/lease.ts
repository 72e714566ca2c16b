import { setImmediate as letOthersRun } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';

import { DAY_MILLISECONDS, FILE_UID } from '../../core/constants';
import { query, tableOf, transaction, type Knex } from '../../core/database/connection';
import { createState } from '../../core/database/state';
import { serviceOf } from '../../core/service';
import { completeRows } from '../../core/writes/own-data';
import { isUniqueStorageName } from '../../core/storage/file-name';
import { asWorker, createActorOf } from '../../core/strapi/actor';
import { createBackgroundLoop } from '../../core/strapi/background-loop';

import { getCascadeService, getFileUseService, getMaterialFolderService } from '../materials';

import { unusedUploadDays } from './settings';

const INTERVAL_MILLISECONDS = 3_600_000;
/** Files that are looked at in one step. */
const AT_ONCE = 500;

interface LeasedFile {
  id: number;
  document_id: string;
  hash: string;
  folder_path: string | null;
  /** Milliseconds since 1970, of which PostgreSQL's driver makes a text. */
  bot_leased_at: number | string;
}

/**
 * Removes what the bot has uploaded and nobody has used: a file of its own has a lease from its
 * upload on (`bot_leased_at`), which ends for good when the worker sees it used, or when a person has
 * changed, replaced or moved it. One whose lease runs out is removed as a deletion removes it.
 *
 * Each is removed in a transaction of its own that locks its row and looks again: on however many
 * instances it goes once, and not when it was attached a moment ago.
 */
export const createMaterialLeaseService = ({ strapi }: { strapi: Core.Strapi }) => {
  const files = (knex: Knex) => knex(tableOf(strapi, FILE_UID));
  const countedState = createState<{ since: number }>(strapi, 'lease');
  const leaseMilliseconds = () => unusedUploadDays.of(strapi) * DAY_MILLISECONDS;

  /** Since when leases count on this site; undefined if they do not, or only from now on. */
  const countedSince = async (): Promise<number | undefined> => {
    if (leaseMilliseconds() === 0) {
      await countedState.forget();
      return undefined;
    }
    const known = await countedState.get();
    if (known === null) {
      await countedState.set({ since: Date.now() });
    }
    return known?.since;
  };

  const leasedAfter = (at: number, id: number): Promise<LeasedFile[]> =>
    query(strapi, (knex) =>
      files(knex)
        .where('bot_leased_at', '>=', at)
        .where((behind) => behind.where('bot_leased_at', '>', at).orWhere('id', '>', id))
        .orderBy([{ column: 'bot_leased_at' }, { column: 'id' }])
        .limit(AT_ONCE)
        .select('id', 'document_id', 'hash', 'folder_path', 'bot_leased_at')
    );

  const endLeases = async (ended: LeasedFile[]): Promise<void> => {
    if (ended.length > 0) {
      const ids = ended.map(({ id }) => id);
      await query(strapi, (knex) => files(knex).whereIn('id', ids).update({ bot_leased_at: null }));
    }
  };

  /** If it still has its lease, and nothing uses it. */
  const remove = (documentId: string): Promise<void> =>
    transaction(strapi, async () => {
      const file = await getCascadeService(strapi).findFile(documentId);
      if (file?.botLeasedAt != null) {
        await getCascadeService(strapi).removeUnlinked([file]);
      }
    });

  const settle = async (
    leased: LeasedFile[],
    dueUntil: number,
    mayGoOn: () => boolean
  ): Promise<void> => {
    const { path } = await getMaterialFolderService(strapi).get();
    const used = await getFileUseService(strapi).used(leased);
    const isKept = ({ id, hash, folder_path }: LeasedFile): boolean =>
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
    const longAgo = Date.now() - leaseMilliseconds();
    // What began before they counted began when they did.
    const dueUntil = since !== undefined && since <= longAgo ? longAgo : -Infinity;
    let at = -Number.MAX_SAFE_INTEGER;
    let id = 0;
    let leased: LeasedFile[];
    do {
      leased = leaseMilliseconds() === 0 ? [] : await leasedAfter(at, id);
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
    /** Starts the worker, which looks at once, and every hour. */
    start: () => loop.start(),

    sweep: () => asWorker(() => sweep()),

    /** Stops the worker between two files, and waits for so many milliseconds at most. */
    stop: (milliseconds: number): Promise<void> => loop.stop(milliseconds),
  };
};

export const getMaterialLeaseService =
  serviceOf<typeof createMaterialLeaseService>('materialLease');

/**
 * Ends the lease of a file that a person, or another program with a token of Strapi's, changes or
 * replaces in the Media Library: from then on it is theirs.
 */
export const endLeaseOnAdoption = (strapi: Core.Strapi): void => {
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
