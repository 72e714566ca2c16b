import { setTimeout as pause } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { getChangeFeedService } from '../changes';
import { botConfig } from '../../core/config';
import { knexOf, tableOf, transaction, type Knex } from '../../core/database/connection';
import { holdLock } from '../../core/database/locks';
import { codeOf } from '../../core/protocol/errors';
import { createBackgroundLoop } from '../../core/strapi/background-loop';

import { createIndexedWorks } from './indexed-works';
import { createProgress, type Progress } from './progress';
import type { WordIndex } from './word-index';

/** Number of publications up to which Strapi's own search, which reads all rows, is fast enough for the panel. */
const FEW = 10_000;
/** Time in milliseconds between checks of the number of publications. */
const LOOK_MILLISECONDS = 10 * 60_000;
/**
 * Time in milliseconds between background updates of the search index. Searches by readers and the bot also update the
 * index first.
 */
const INTERVAL_MILLISECONDS = 5_000;
/**
 * Number of changes, and initial number of rows, that the indexer reads in one step. After a fast step the number of
 * rows doubles, up to `MOST_AT_ONCE`.
 */
const AT_ONCE = 50;
const MOST_AT_ONCE = 1_000;
/**
 * Target duration of an indexing step in milliseconds. SQLite statements run synchronously, and all requests wait for
 * them.
 */
const STEP_MILLISECONDS = 50;
/** Length of the pause after an indexing step, as a multiple of the step's duration. */
const PAUSES = 4;
/** Number of row ids of the search index that one query checks for deleted publications. */
const SWEPT_AT_ONCE = 10_000;

/**
 * Maintains the search index. Writes do not wait for it: it first reads all rows by their ids, and then follows the
 * change table. A process that dies loses at most one step.
 */
export const createIndexer = (strapi: Core.Strapi, index: WordIndex) => {
  // Evaluated at first use, because a site that fails to start also stops this worker.
  const table = _.once(() => tableOf(strapi, botConfig(strapi).contentType));
  const read = _.once(() => createIndexedWorks(strapi));
  const progress = createProgress(strapi);
  let isMade: boolean | undefined;
  let rowsAtOnce = AT_ONCE;
  let isBegun = false;
  let nextLook = 0;

  const lastRow = async (): Promise<number> => {
    const row: { last?: number | null } | undefined = await knexOf(strapi)(table())
      .max({ last: 'id' })
      .first();
    return Number(row?.last ?? 0);
  };

  /**
   * Runs `work`, which indexes some publications, and stores the new progress in one transaction. Does nothing if
   * another process has stored other progress than `known`.
   */
  const step = (known: Progress, work: () => Promise<Progress>): Promise<void> =>
    transaction(strapi, async () => {
      await holdLock(strapi, 'start', 'search');
      if (_.isEqual(_.pick(await progress.read(), Object.keys(known)), known)) {
        await progress.write(await work());
      }
    });

  const put = async (choose: (drafts: ReturnType<Knex>) => unknown): Promise<void> =>
    index.put(await read()(choose));

  const hasMany = async (): Promise<boolean> => {
    const [row] = await knexOf(strapi)(table())
      .select('id')
      .whereNull('published_at')
      .offset(FEW)
      .limit(1);
    return row !== undefined;
  };

  const begin = async (): Promise<void> => {
    const { next } = await getChangeFeedService(strapi).latest();
    await progress.write({ row: 0, change: next, isFilled: false });
  };

  /**
   * Adds the next rows of publications to the search index.
   * @returns false if all rows are already indexed
   */
  const readRows = async (known: Progress): Promise<boolean> => {
    const last = await lastRow();
    if (known.isFilled && last <= known.row) return false;
    const row = Math.min(known.row + rowsAtOnce, Math.max(last, known.row));
    await step(known, async () => {
      await put((drafts) => drafts.where('id', '>', known.row).where('id', '<=', row));
      return { ...known, row, isFilled: known.isFilled || row >= last };
    });
    return true;
  };

  /**
   * Indexes the publications of the next entries in the change table again.
   * @returns whether there are more entries
   */
  const followChanges = async (known: Progress): Promise<boolean> => {
    const { items, next, more } = await getChangeFeedService(strapi).page(known.change, AT_ONCE);
    if (items.length === 0) return false;
    const ids = items
      .filter(({ type }) => type.startsWith('publication.'))
      .map(({ data }) => data.id);
    await step(known, async () => {
      await put((drafts) => drafts.whereIn('document_id', ids));
      return { ...known, change: next };
    });
    return more;
  };

  /**
   * Indexes the next rows or changes of publications.
   * @returns whether there may be more to index
   */
  const goOn = async (): Promise<boolean> => {
    const known = await progress.read();
    if (known === undefined) {
      await begin();
      return true;
    }
    try {
      return (await readRows(known)) || (await followChanges(known));
    } catch (error) {
      // The changes after the last position have been deleted, so the index is rebuilt.
      if (codeOf(error) !== 'cursor-expired') throw error;
      await begin();
      return true;
    }
  };

  /**
   * Updates the search index step by step until nothing is left to index or `mayGoOn` returns false.
   * @returns whether the search index is up to date
   */
  const catchUp = async (mayGoOn: () => boolean, pauses: number): Promise<boolean> => {
    isMade ??= await index.make();
    if (!isMade) return false;
    let more = true;
    while (more && mayGoOn()) {
      const start = performance.now();
      more = await goOn();
      const took = performance.now() - start;
      rowsAtOnce = Math.min(
        Math.max(took < STEP_MILLISECONDS ? rowsAtOnce * 2 : Math.floor(rowsAtOnce / 2), AT_ONCE),
        MOST_AT_ONCE
      );
      if (more) await pause(took * pauses);
    }
    return !more;
  };

  /** Whether the site needs a search index. An existing index is maintained even if few publications are left. */
  const isWanted = async (): Promise<boolean> => {
    if (!isBegun && Date.now() >= nextLook) {
      nextLook = Date.now() + LOOK_MILLISECONDS;
      isBegun = (await progress.read()) !== undefined || (await hasMany());
    }
    return isBegun;
  };

  const work = async (): Promise<void> => {
    if (await isWanted()) await catchUp(() => !loop.isStopping(), PAUSES);
  };

  const loop = createBackgroundLoop({
    name: 'BotIndex',
    work,
    onError: (error) => void strapi.log.warn(error),
    intervalMilliseconds: INTERVAL_MILLISECONDS,
  });

  return {
    progress,
    start: (): void => loop.start(),

    /** Brings the search index up to date now, on sites of any size, without pauses for other work. */
    catchUp: (): Promise<boolean> => catchUp(() => true, 0),

    /**
     * Builds or updates the search index now, without pauses.
     * @param mayGoOn whether to continue; called before each group of rows or changes
     * @returns whether the search index is up to date
     */
    follow(mayGoOn: () => boolean): Promise<boolean> {
      isBegun = true;
      return catchUp(mayGoOn, 0);
    },

    /** Starts to rebuild the search index, if the site has a search index. */
    async beginAgain(): Promise<void> {
      if ((await progress.read()) !== undefined) await begin();
    },

    /** Removes the rows of deleted publications from the search index. */
    async sweep(): Promise<void> {
      const known = await progress.read();
      for (let from = 0; from < (known?.row ?? 0); from += SWEPT_AT_ONCE) {
        await index.deleteOrphans(from, from + SWEPT_AT_ONCE);
        await pause(1);
      }
    },

    /** Stops the worker, after waiting up to the given milliseconds for the current step. */
    stop: (milliseconds: number): Promise<void> => loop.stop(milliseconds),
  };
};
