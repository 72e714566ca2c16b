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

/** Number of records read in one step of the scan of texts for file addresses. */
const AT_ONCE = 200;
/** Maximum number of steps for each content type or component when the hourly scan reads old texts again. */
const STEPS_AGAIN = 25;

/**
 * Version of the scan of texts for file addresses. Increase the version to make every site read all texts again at its
 * next start.
 */
const VERSION = 1;

/** Progress of the scan of texts for file addresses: the last row id for each content type and component. */
interface Progress {
  version: number;
  /** Identity of the scanned database. Progress copied from another database is ignored. */
  database: string;
  /** Row id of the last text that the first scan has read, keyed by content type or component. */
  read: Record<string, number>;
  /** Row id of the last text that the hourly scan has read again, keyed by content type or component. */
  checked: Record<string, number>;
}

type Rows = ReturnType<Knex>;

/**
 * Finds references to files in texts that no lifecycle hook has processed: texts from before the installation of this
 * plugin, and texts written without Strapi's query engine.
 *
 * New rows, also from an import or a transfer, have higher ids than the last row that was read. Changes to old rows are
 * found by a repeated scan of all rows, in parts every hour.
 */
export const createFileReferenceScanService = ({ strapi }: { strapi: Core.Strapi }) => {
  const columnsOf = textColumns(strapi);
  const progress = createState<Progress>(strapi, 'file-references');

  const identity = createDatabaseIdentity(strapi);

  /** Stored progress of the text scan; undefined if none is stored for this database and the current `VERSION`. */
  const findProgress = async (): Promise<Progress | undefined> => {
    const known = await progress.get();
    const isOfThis = known?.version === VERSION && known.database === (await identity());
    return isOfThis ? known : undefined;
  };

  /**
   * Reads the current texts of some rows again and replaces their references to files. Skips locked rows, because their
   * writer updates the references itself.
   */
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
   * Runs one step of the text scan: processes the next rows and stores the progress, in one transaction. Several
   * instances may run the scan at the same time.
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
    /**
     * Scans all texts that were not read yet for file addresses. At the first start of this scan version, these are all
     * texts.
     */
    async readNew(): Promise<void> {
      for (const uid of columnsOf.keys()) {
        if (await step('read', uid, nextOf(uid))) {
          strapi.log.info(`Searching the texts of ${uid} for file URLs`);
          while (await step('read', uid, nextOf(uid)));
        }
      }
    },

    /**
     * Scans all texts for file addresses if an import has replaced the stored progress by that of another database.
     */
    async readAfterImport(): Promise<void> {
      if ((await findProgress()) === undefined) {
        await service.readNew();
      }
    },

    /** Scans new texts for file addresses, and checks some old texts and stored references again. Runs every hour. */
    async sweep(): Promise<void> {
      await service.readNew();
      for (const uid of columnsOf.keys()) {
        await again(uid, nextOf(uid));
      }
      await again(FILE_REFERENCE_UID, (after) =>
        getFileReferenceService(strapi).deleteOrphansAfter(after, AT_ONCE)
      );
    },

    /** Scans the texts of the given rows for file addresses again. */
    async rows(uid: string, ids: number[]): Promise<void> {
      for (const chunk of inChunks(ids)) {
        await reread(uid, (rows) => rows.whereIn('id', chunk));
      }
    },

    /** Scans texts for file addresses, in all rows of a type whose row id is higher than the given id. */
    async rowsAfter(uid: string, id: number): Promise<void> {
      await reread(uid, (rows) => rows.where('id', '>', id));
    },
  };
  return service;
};

export const getFileReferenceScanService =
  serviceOf<typeof createFileReferenceScanService>('fileReferenceScan');
