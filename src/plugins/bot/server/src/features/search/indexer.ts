import { setTimeout as pause } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { getChangeFeedService } from '../changes';
import { botConfig } from '../../core/config';
import { query, tableOf, transaction, type Knex } from '../../core/database/connection';
import { holdLock } from '../../core/database/locks';
import { codeOf } from '../../core/protocol/errors';
import { createBackgroundLoop } from '../../core/strapi/background-loop';

import { createIndexedWorks } from './indexed-works';
import { createProgress, type Progress } from './progress';
import type { WordIndex } from './word-index';

/** Up to so many works Strapi's own search, which reads all of them, is good enough for the panel. */
const FEW = 10_000;
/** How often it is looked whether there are more. */
const LOOK_MILLISECONDS = 10 * 60_000;
/** How often changes are followed; a search looks at what was changed meanwhile by itself. */
const INTERVAL_MILLISECONDS = 5_000;
/** Changes, and rows at first, that are read in one step; of rows that are soon read, up to so many. */
const AT_ONCE = 50;
const MOST_AT_ONCE = 1_000;
/** What a step may take; on SQLite nothing of it waits for anything, and all others wait for it. */
const STEP_MILLISECONDS = 50;
/** How much longer than a step the pause behind it is. */
const PAUSES = 4;
/** Numbers that are looked at in one step for rows that are gone. */
const SWEPT_AT_ONCE = 10_000;

/**
 * Keeps an index of what stands in publications. No write waits for it: it reads rows by their numbers, and then
 * follows the table of changes. A process that dies leaves it a step behind.
 */
export const createIndexer = (strapi: Core.Strapi, index: WordIndex) => {
  // Not before it is asked for: a site that fails to start stops this, too.
  const table = _.once(() => tableOf(strapi, botConfig(strapi).contentType));
  const read = _.once(() => createIndexedWorks(strapi));
  const progress = createProgress(strapi);
  let isMade: boolean | undefined;
  let rowsAtOnce = AT_ONCE;
  let isBegun = false;
  let nextLook = 0;

  const lastRow = async (): Promise<number> => {
    const row: { last?: number | null } | undefined = await query(strapi, (knex) =>
      knex(table()).max({ last: 'id' }).first()
    );
    return Number(row?.last ?? 0);
  };

  /** Does a step, unless somebody else has gone on meanwhile. */
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
    const [row] = await query(strapi, (knex) =>
      knex(table()).select('id').whereNull('published_at').offset(FEW).limit(1)
    );
    return row !== undefined;
  };

  const begin = async (): Promise<void> => {
    const { next } = await getChangeFeedService(strapi).latest();
    await progress.write({ row: 0, change: next, isFilled: false });
  };

  /** Reads the next rows. @returns whether there were any */
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

  /** Reads again what the next changes are about. @returns whether there are more */
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

  /** One step. @returns whether there is more to do */
  const goOn = async (): Promise<boolean> => {
    const known = await progress.read();
    if (known === undefined) {
      await begin();
      return true;
    }
    try {
      return (await readRows(known)) || (await followChanges(known));
    } catch (error) {
      // Changes behind the last one that was followed are gone: longer ago than they are kept.
      if (codeOf(error) !== 'cursor-expired') throw error;
      await begin();
      return true;
    }
  };

  /** @returns whether it is done */
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

  /** Once begun, it goes on, however few works are left. */
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

    /** Does all that there is to do, here and now, however few works there are; what else waits, waits. */
    catchUp: (): Promise<boolean> => catchUp(() => true, 0),

    /**
     * Begins, or goes on, here and now for as long as it may.
     * @param mayGoOn asked before each step
     * @returns whether nothing is left to do
     */
    follow(mayGoOn: () => boolean): Promise<boolean> {
      isBegun = true;
      return catchUp(mayGoOn, 0);
    },

    /** Has all rows read again. */
    async beginAgain(): Promise<void> {
      if ((await progress.read()) !== undefined) await begin();
    },

    /** Forgets rows that are gone. */
    async sweep(): Promise<void> {
      const known = await progress.read();
      for (let from = 0; from < (known?.row ?? 0); from += SWEPT_AT_ONCE) {
        await index.forgetGone(from, from + SWEPT_AT_ONCE);
        await pause(1);
      }
    },

    /** Stops, and waits for the step that is under way, for so many milliseconds at most. */
    stop: (milliseconds: number): Promise<void> => loop.stop(milliseconds),
  };
};
