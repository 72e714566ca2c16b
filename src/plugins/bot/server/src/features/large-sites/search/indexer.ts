import { setTimeout as pause } from 'node:timers/promises';

import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../../core/config';
import { query, tableOf, transaction, type Knex } from '../../../core/database/connection';
import { newestRow } from '../../../core/database/rows/existing-rows';
import { holdLock } from '../../../core/database/locks';
import { codeOf } from '../../../core/protocol/errors';
import { serviceOf } from '../../../core/service';
import { createBackgroundLoop } from '../../../core/strapi/background-loop';
import { columnNameOf } from '../../../core/strapi/database/column-name';

import { getChangeFeedService } from '../../changes';

import { createMysqlTextIndex } from './mysql-text-index';
import { createPostgresTextIndex } from './postgres-text-index';
import { createProgress, type Progress } from './progress';
import { createSqliteTextIndex } from './sqlite-text-index';
import type { TextIndex } from './text-index';

/** What Strapi's search looks through (`applySearch` of `@strapi/database`); numbers where one is looked for. */
const SEARCHED = new Set(
  'string text uid email enumeration richtext biginteger integer decimal float'.split(' ')
);

/** Characters of each text that are indexed: a work of a megabyte would hold up all else. */
const INDEXED = 20_000;

/** The columns of a publication that Strapi's search looks through. */
const searchedColumns = (strapi: Core.Strapi): string[] => {
  const { contentType } = botConfig(strapi);
  return Object.entries(strapi.db.metadata.get(contentType).attributes)
    .filter(
      ([, attribute]) =>
        SEARCHED.has(attribute.type) && Reflect.get(attribute, 'searchable') !== false
    )
    .map(([name]) => columnNameOf(strapi, contentType, name));
};

/** The text by which a row is found; nothing stands across two of its columns. */
const searchedText = (row: Record<string, string | number | null>, columns: string[]): string =>
  columns.map((column) => String(row[column] ?? '').slice(0, INDEXED)).join('\n');

/** Up to so many works Strapi's own search is good enough, which reads all of them. */
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

const INDEXES: Record<string, ((strapi: Core.Strapi, table: string) => TextIndex) | undefined> = {
  sqlite: createSqliteTextIndex,
  postgres: createPostgresTextIndex,
  mysql: createMysqlTextIndex,
};

type Row = Record<string, string | number | null> & { id: number };

/**
 * Keeps an index of what stands in drafts, for the panel's search on large sites. No write waits for it: it reads
 * rows by their numbers, and then follows the table of changes. A process that dies leaves it a step behind.
 */
export const createSearchIndexService = ({ strapi }: { strapi: Core.Strapi }) => {
  // Not before they are asked for: a site that fails to start stops this, too.
  const table = _.once(() => tableOf(strapi, botConfig(strapi).contentType));
  const columns = _.once(() => searchedColumns(strapi));
  const index = _.once(() => INDEXES[strapi.db.dialect.client]?.(strapi, table()));
  const progress = createProgress(strapi);
  let isMade: boolean | undefined;
  let rowsAtOnce = AT_ONCE;
  let isBegun = false;
  let nextLook = 0;

  const readDrafts = async (choose: (drafts: ReturnType<Knex>) => unknown): Promise<Row[]> =>
    query(strapi, async (knex) => {
      const drafts = knex(table()).whereNull('published_at');
      choose(drafts);
      return drafts.select('id', ...columns());
    });

  const put = async (rows: Row[]): Promise<void> => {
    const texts = rows.map((row) => ({ id: row.id, text: searchedText(row, columns()) }));
    if (texts.length > 0) await index()?.put(texts);
  };

  const isLarge = async (): Promise<boolean> => {
    const [row] = await query(strapi, (knex) =>
      knex(table()).select('id').whereNull('published_at').offset(FEW).limit(1)
    );
    return row !== undefined;
  };

  /** Does a step, unless somebody else has gone on meanwhile. */
  const step = (known: Progress, work: () => Promise<Progress>): Promise<void> =>
    transaction(strapi, async () => {
      await holdLock(strapi, 'start', 'search');
      if (_.isEqual(_.pick(await progress.read(), Object.keys(known)), known)) {
        await progress.write(await work());
      }
    });

  const begin = async (): Promise<void> => {
    const { next } = await getChangeFeedService(strapi).latest();
    await progress.write({ row: 0, change: next, isFilled: false });
  };

  /** Reads the next rows. @returns whether there are more */
  const readRows = async (known: Progress): Promise<boolean> => {
    const last = await newestRow(strapi, table());
    if (known.isFilled && last <= known.row) return false;
    const row = Math.min(known.row + rowsAtOnce, Math.max(last, known.row));
    await step(known, async () => {
      await put(
        await readDrafts((drafts) => drafts.where('id', '>', known.row).where('id', '<=', row))
      );
      return { ...known, row, isFilled: known.isFilled || row >= last };
    });
    return row < last;
  };

  /** Reads again what the next changes are about. @returns whether there are more */
  const followChanges = async (known: Progress): Promise<boolean> => {
    const { items, next, more } = await getChangeFeedService(strapi).page(known.change, AT_ONCE);
    if (items.length === 0) return false;
    const ids = items
      .filter(({ type }) => type.startsWith('publication.'))
      .map(({ data }) => data.id);
    await step(known, async () => {
      await put(await readDrafts((drafts) => drafts.whereIn('document_id', ids)));
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

  const catchUp = async (mayGoOn: () => boolean, pauses: number): Promise<void> => {
    isMade ??= (await index()?.make()) ?? false;
    if (!isMade) return;
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
  };

  /** Once begun, it goes on, however few works are left. */
  const isWanted = async (): Promise<boolean> => {
    if (!isBegun && Date.now() >= nextLook) {
      nextLook = Date.now() + LOOK_MILLISECONDS;
      isBegun = (await progress.read()) !== undefined || (await isLarge());
    }
    return isBegun;
  };

  const work = async (): Promise<void> => {
    if (await isWanted()) await catchUp(() => !loop.isStopping(), PAUSES);
  };

  const loop = createBackgroundLoop({
    name: 'BotSearchIndex',
    work,
    onError: (error) => void strapi.log.warn(error),
    intervalMilliseconds: INTERVAL_MILLISECONDS,
    gatherMilliseconds: 0,
  });

  return {
    /** What the panel's search can be answered by; undefined on a small site, and until all rows were read. */
    async current(): Promise<{ index: TextIndex; progress: Progress } | undefined> {
      const texts = index();
      if (texts === undefined) return undefined;
      const known = await progress.read();
      return known?.isFilled === true ? { index: texts, progress: known } : undefined;
    },

    start(): void {
      if (index() !== undefined) loop.start();
    },

    /** Does all that there is to do, here and now, however few works there are; what else waits, waits. */
    catchUp: () => catchUp(() => true, 0),

    /** Has all rows read again. */
    async beginAgain(): Promise<void> {
      if ((await progress.read()) !== undefined) await begin();
    },

    /** Forgets rows that are gone. */
    async sweep(): Promise<void> {
      const known = await progress.read();
      for (let from = 0; from < (known?.row ?? 0); from += SWEPT_AT_ONCE) {
        await index()?.forgetGone(from, from + SWEPT_AT_ONCE);
        await pause(1);
      }
    },

    /** Stops, and waits for the step that is under way, for so many milliseconds at most. */
    stop: (milliseconds: number): Promise<void> => loop.stop(milliseconds),
  };
};

export const getSearchIndexService = serviceOf<typeof createSearchIndexService>('searchIndex');
