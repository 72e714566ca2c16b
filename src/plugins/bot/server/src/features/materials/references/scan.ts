import type { Core, UID } from '@strapi/strapi';

import { FILE_REFERENCE_UID } from '../../../core/constants';
import { inChunks } from '../../../core/database/chunks';
import { query, tableOf, transaction, type Knex } from '../../../core/database/connection';
import { holdLock } from '../../../core/database/locks';
import { createState } from '../../../core/database/state';
import { createDatabaseIdentity } from '../../../core/strapi/database/identity';
import { serviceOf } from '../../../core/service';

import { getFileReferenceService, type TextSource } from './references';
import { textColumns } from './text-attributes';

/** Records whose texts are read in one step. */
const AT_ONCE = 200;
/** Steps of each type that a sweep looks at again. */
const STEPS_AGAIN = 25;

/** Another number makes every site read all texts again, at its next start. */
const VERSION = 1;

/** How far the texts were read, by content type and component: the number of the last row. */
interface Progress {
  version: number;
  /** Which database it is true of. */
  database: string;
  /** Rows up to this were read once. */
  read: Record<string, number>;
  /** Rows up to this were looked at again. */
  checked: Record<string, number>;
}

type Rows = ReturnType<Knex>;

/**
 * Reads texts that nobody wrote down the references of: those that were there before this
 * plugin, and those that somebody has written past Strapi's query engine.
 *
 * New rows have higher numbers than the last one that was read, those of an import or a transfer
 * too. Changes of old rows past Strapi are found by looking at all of them again, some each hour.
 */
export const createFileReferenceScanService = ({ strapi }: { strapi: Core.Strapi }) => {
  const columnsOf = textColumns(strapi);
  const progress = createState<Progress>(strapi, 'file-references');

  const identity = createDatabaseIdentity(strapi);

  /** How far the texts of this database were read; undefined if nothing is known of it. */
  const findProgress = async (): Promise<Progress | undefined> => {
    const known = await progress.get();
    const isOfThis = known?.version === VERSION && known.database === (await identity());
    return isOfThis ? known : undefined;
  };

  /** Reads some rows again, as they stand. Who is writing one writes its references himself. */
  const reread = async (uid: string, choose: (rows: Rows) => Rows): Promise<number[]> => {
    const columns = columnsOf.get(uid) ?? [];
    const found: (Record<string, unknown> & { id: number })[] = await query(strapi, (knex) => {
      const rows = choose(knex(tableOf(strapi, uid as UID.Schema)))
        .select('id', ...columns)
        .orderBy('id');
      return strapi.db.dialect.client === 'sqlite' ? rows : rows.forUpdate().skipLocked();
    });
    const sources: TextSource[] = found.map((row) => ({
      uid,
      id: row.id,
      texts: columns.map((column) => row[column]),
    }));
    await getFileReferenceService(strapi).replace(uid, sources);
    return sources.map(({ id }) => id);
  };

  /**
   * Works on the next rows of something and remembers how far it came, in one transaction:
   * several instances may do the same.
   * @returns whether there may be more
   */
  const step = (
    part: 'read' | 'checked',
    name: string,
    work: (after: number) => Promise<number[]>
  ): Promise<boolean> =>
    transaction(strapi, async () => {
      await holdLock(strapi, 'start', 'file-references');
      const known = await findProgress();
      const { read = {}, checked = {} } = known ?? {};
      const places = { read, checked }[part];
      const before = places[name] ?? 0;

      const ids = await work(before);
      const isEnd = ids.length < AT_ONCE;
      const reached = ids.at(-1) ?? before;
      places[name] = part === 'checked' && isEnd ? 0 : reached;
      if (known === undefined || places[name] !== before) {
        await progress.set({ version: VERSION, database: await identity(), read, checked });
      }
      return !isEnd;
    });

  const nextOf =
    (uid: string) =>
    (after: number): Promise<number[]> =>
      reread(uid, (rows) => rows.where('id', '>', after).limit(AT_ONCE));

  const again = async (name: string, work: (after: number) => Promise<number[]>): Promise<void> => {
    let steps = 0;
    while (steps < STEPS_AGAIN && (await step('checked', name, work))) {
      steps += 1;
    }
  };

  const service = {
    /** Reads the texts that were not read yet: at the first start of this version all of them. */
    async readNew(): Promise<void> {
      for (const uid of columnsOf.keys()) {
        if (await step('read', uid, nextOf(uid))) {
          strapi.log.info(`Reading the texts of ${uid} for the addresses of files`);
          while (await step('read', uid, nextOf(uid)));
        }
      }
    },

    /** Reads all texts if an import has brought another database's progress with it. */
    async readAfterImport(): Promise<void> {
      if ((await findProgress()) === undefined) {
        await service.readNew();
      }
    },

    /** Reads what is new, and some of the rest again. To be called every hour. */
    async sweep(): Promise<void> {
      await service.readNew();
      for (const uid of columnsOf.keys()) {
        await again(uid, nextOf(uid));
      }
      await again(FILE_REFERENCE_UID, (after) =>
        getFileReferenceService(strapi).forgetSomeGone(after, AT_ONCE)
      );
    },

    async rows(uid: string, ids: number[]): Promise<void> {
      for (const chunk of inChunks(ids)) {
        await reread(uid, (rows) => rows.whereIn('id', chunk));
      }
    },

    async rowsAfter(uid: string, id: number): Promise<void> {
      await reread(uid, (rows) => rows.where('id', '>', id));
    },
  };
  return service;
};

export const getFileReferenceScanService =
  serviceOf<typeof createFileReferenceScanService>('fileReferenceScan');
