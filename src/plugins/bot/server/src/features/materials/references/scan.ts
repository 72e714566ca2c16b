import type { Core, UID } from '@strapi/strapi';

import { FILE_REFERENCE_UID } from '../../../core/constants';
import { inChunks } from '../../../core/database/chunks';
import { knexOf, tableOf, transaction, type Knex } from '../../../core/database/connection';
import { holdLock } from '../../../core/database/locks';
import { createState } from '../../../core/database/state';
import { createDatabaseIdentity } from '../../../core/strapi/database/identity';
import { serviceOf } from '../../../core/service';

import { getFileReferenceService, type TextSource } from './references';
import { textColumns } from './text-attributes';

/** Number of records to read in one step. */
const AT_ONCE = 200;
/** Maximum number of steps for each type in a repeated scan. */
const STEPS_AGAIN = 25;

/** Version of the scan. Increase it to make every site read all texts again at its next start. */
const VERSION = 1;

/** Progress of the scan: the last row id for each content type and component. */
interface Progress {
  version: number;
  /** The database to which the progress belongs. */
  database: string;
  /** The last row of each type that the first scan has read. */
  read: Record<string, number>;
  /** The last row of each type that the repeated scan has read. */
  checked: Record<string, number>;
}

type Rows = ReturnType<Knex>;

/**
 * Finds references in texts that no hook has seen: texts from before the installation of this plugin, and texts
 * written without Strapi's query engine.
 *
 * New rows, also from an import or a transfer, have higher ids than the last one that was read. Changes to old rows
 * are found by a repeated scan of all rows, in parts every hour.
 */
export const createFileReferenceScanService = ({ strapi }: { strapi: Core.Strapi }) => {
  const columnsOf = textColumns(strapi);
  const progress = createState<Progress>(strapi, 'file-references');

  const identity = createDatabaseIdentity(strapi);

  /** Progress for this database and scan version; undefined if there is none. */
  const findProgress = async (): Promise<Progress | undefined> => {
    const known = await progress.get();
    const isOfThis = known?.version === VERSION && known.database === (await identity());
    return isOfThis ? known : undefined;
  };

  /** Reads the current texts of some rows again. Skips locked rows, because their writer updates the references itself. */
  const reread = async (uid: string, choose: (rows: Rows) => Rows): Promise<number[]> => {
    const columns = columnsOf.get(uid) ?? [];
    const rows = choose(knexOf(strapi)(tableOf(strapi, uid as UID.Schema)))
      .select('id', ...columns)
      .orderBy('id');
    const found: (Record<string, unknown> & { id: number })[] = await (strapi.db.dialect.client ===
    'sqlite'
      ? rows
      : rows.forUpdate().skipLocked());
    const sources: TextSource[] = found.map((row) => ({
      uid,
      id: row.id,
      texts: columns.map((column) => row[column]),
    }));
    await getFileReferenceService(strapi).replace(uid, sources);
    return sources.map(({ id }) => id);
  };

  /**
   * Processes the next rows and stores the progress, in one transaction. Safe if several instances run it.
   * @returns whether there may be more rows
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
    /** Reads all texts that were not read yet; at the first start of this version, all texts. */
    async readNew(): Promise<void> {
      for (const uid of columnsOf.keys()) {
        if (await step('read', uid, nextOf(uid))) {
          strapi.log.info(`Searching the texts of ${uid} for file URLs`);
          while (await step('read', uid, nextOf(uid)));
        }
      }
    },

    /** Reads all texts if an import has replaced the progress by that of another database. */
    async readAfterImport(): Promise<void> {
      if ((await findProgress()) === undefined) {
        await service.readNew();
      }
    },

    /** Reads new texts, and repeats the scan for some of the old ones. Runs every hour. */
    async sweep(): Promise<void> {
      await service.readNew();
      for (const uid of columnsOf.keys()) {
        await again(uid, nextOf(uid));
      }
      await again(FILE_REFERENCE_UID, (after) =>
        getFileReferenceService(strapi).deleteOrphansAfter(after, AT_ONCE)
      );
    },

    /** Reads the texts of the given rows again. */
    async rows(uid: string, ids: number[]): Promise<void> {
      for (const chunk of inChunks(ids)) {
        await reread(uid, (rows) => rows.whereIn('id', chunk));
      }
    },

    /** Reads the texts of all rows of a type whose row id is higher than the given id. */
    async rowsAfter(uid: string, id: number): Promise<void> {
      await reread(uid, (rows) => rows.where('id', '>', id));
    },
  };
  return service;
};

export const getFileReferenceScanService =
  serviceOf<typeof createFileReferenceScanService>('fileReferenceScan');
