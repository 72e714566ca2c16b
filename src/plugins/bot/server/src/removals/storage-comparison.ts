import type { Core } from '@strapi/strapi';

import { FILE_UID, PLUGIN_ID, REMOVAL_UID, TRASHED_FILE_UID } from '../constants';
import { fromJson, query, tableOf, type DatabaseJson } from '../database/connection';
import {
  getStorageListingService,
  getStorageService,
  parseStorageName,
  type ListedObject,
  type StorageNameParts,
} from '../materials/storage';
import {
  storedObjectsOf,
  type StoredFile,
  type StoredObject,
} from '../strapi/uploads/stored-object';

import type { KeptObject } from './trash/trashed-file';

/** Rows read at a time. */
const PAGE = 1_000;

/** A material some of whose bytes are not in storage. */
export interface IncompleteMaterial {
  id: string;
  name: string;
  missing: string[];
}

/** An object with a name of this plugin's making that no row and no removal knows. */
export interface UnownedObject {
  name: string;
  hash: string;
  ext: string;
}

/** What rows and stored objects do not agree on. */
export interface StorageComparison {
  unowned: UnownedObject[];
  /** Materials without some of their bytes. */
  incomplete: IncompleteMaterial[];
}

interface FileRow extends Omit<StoredFile, 'formats'> {
  id: number;
  document_id: string;
  name: string;
  formats: DatabaseJson<StoredFile['formats']>;
}

interface RemovalRow {
  id: number;
  objects: DatabaseJson<StoredObject[]>;
}

interface TrashedRow {
  id: number;
  kept: DatabaseJson<KeptObject[]>;
}

const nameOf = ({ hash, ext }: StoredObject): string => `${hash}${ext ?? ''}`;

const namesOf = ({ formats, ...file }: FileRow): string[] =>
  storedObjectsOf({ ...file, formats: fromJson(formats) }).map(nameOf);

/**
 * Compares the rows of the bot's materials with what storage holds. A backup of the database and
 * one of the files are never of one moment, and this is what shows the difference.
 *
 * It looks at objects with names of this plugin's making, and at the rows of files with such
 * names: what editors upload is named by Strapi, and is not its business.
 */
export const createStorageComparisonService = ({ strapi }: { strapi: Core.Strapi }) => {
  async function* rowsOf<Row extends { id: number }>(
    uid: typeof FILE_UID | typeof REMOVAL_UID | typeof TRASHED_FILE_UID,
    columns: string[],
    provider: string
  ): AsyncIterable<Row> {
    for (let last = 0, isMore = true; isMore;) {
      const rows: Row[] = await query(strapi, (knex) =>
        knex(tableOf(strapi, uid))
          .select('id', ...columns)
          .where({ provider })
          .where('id', '>', last)
          .orderBy('id')
          .limit(PAGE)
      );
      yield* rows;
      last = rows.at(-1)?.id ?? last;
      isMore = rows.length === PAGE;
    }
  }

  async function* materials(provider: string): AsyncIterable<FileRow & { random: string }> {
    const columns = ['document_id', 'name', 'hash', 'ext', 'mime', 'provider', 'formats'];
    for await (const row of rowsOf<FileRow>(FILE_UID, columns, provider)) {
      const parts = parseStorageName(nameOf(row));
      if (parts !== undefined) {
        yield { ...row, random: parts.random };
      }
    }
  }

  /** How many objects there should be by the rows, less those that are there, by random part. */
  const countMissing = async (
    provider: string,
    listing: AsyncIterable<ListedObject>
  ): Promise<Map<string, number>> => {
    const missing = new Map<string, number>();
    for await (const row of materials(provider)) {
      missing.set(row.random, (missing.get(row.random) ?? 0) + namesOf(row).length);
    }
    for await (const { name } of listing) {
      const random = parseStorageName(name)?.random;
      if (random !== undefined) {
        missing.set(random, (missing.get(random) ?? 0) - 1);
      }
    }
    return missing;
  };

  async function* namesToRemove(provider: string): AsyncIterable<string> {
    for await (const { objects } of rowsOf<RemovalRow>(REMOVAL_UID, ['objects'], provider)) {
      yield* fromJson(objects).map(nameOf);
    }
  }

  async function* namesInTrash(provider: string): AsyncIterable<string> {
    for await (const { kept } of rowsOf<TrashedRow>(TRASHED_FILE_UID, ['kept'], provider)) {
      for (const { at, aside } of fromJson(kept)) {
        yield* (aside === null ? [at] : [at, aside]).map(nameOf);
      }
    }
  }

  return {
    /**
     * Compares them. The site may run: what is younger than `graceMilliseconds` may belong to an
     * upload that is under way. Holds in memory a number for each material, and names only of
     * those for which the numbers do not match.
     * @returns undefined if the provider cannot be listed
     * @throws what the database or the storage says
     */
    async compare(graceMilliseconds: number): Promise<StorageComparison | undefined> {
      const { provider } = getStorageService(strapi);
      const listing = getStorageListingService(strapi).list();
      if (listing === undefined) {
        return undefined;
      }
      const counts = await countMissing(provider, listing);
      const suspects = new Set([...counts].filter(([, count]) => count !== 0).map(([key]) => key));
      counts.clear();
      if (suspects.size === 0) {
        return { unowned: [], incomplete: [] };
      }

      // In this order, because a deletion takes the row first and the object last.
      const present = new Map<string, ListedObject & StorageNameParts>();
      for await (const object of listing) {
        const parts = parseStorageName(object.name);
        if (parts !== undefined && suspects.has(parts.random)) {
          present.set(object.name, { ...object, ...parts });
        }
      }
      const known = new Set<string>();
      const incomplete: IncompleteMaterial[] = [];
      for await (const row of materials(provider)) {
        const names = suspects.has(row.random) ? namesOf(row) : [];
        const missing = names.filter((name) => !present.has(name));
        if (missing.length > 0) {
          incomplete.push({ id: row.document_id, name: row.name, missing });
        }
        names.forEach((name) => known.add(name));
      }
      for await (const name of namesToRemove(provider)) {
        known.add(name);
      }
      for await (const name of namesInTrash(provider)) {
        known.add(name);
      }

      const youngest = Date.now() - graceMilliseconds;
      const unowned: UnownedObject[] = [];
      for (const { name, hash, ext, writtenAt } of present.values()) {
        const written = known.has(name) ? undefined : await writtenAt();
        if (written !== undefined && written.getTime() < youngest) {
          unowned.push({ name, hash, ext });
        }
      }
      return { unowned, incomplete };
    },
  };
};

export type StorageComparisonService = ReturnType<typeof createStorageComparisonService>;

/** Gives this service of a site. */
export const getStorageComparisonService = (strapi: Core.Strapi): StorageComparisonService =>
  strapi.plugin(PLUGIN_ID).service('storageComparison');
