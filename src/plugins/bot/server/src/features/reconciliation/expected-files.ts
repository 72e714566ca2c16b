import type { Core } from '@strapi/strapi';

import { FILE_UID, REMOVAL_UID, TRASHED_FILE_UID } from '../../core/constants';
import { fromJson, query, tableOf, type DatabaseJson } from '../../core/database/connection';
import {
  storedObjectsOf,
  type StoredFile,
  type StoredObject,
} from '../../core/strapi/uploads/stored-object';

import { toTrashedFile, type TrashedFileRow } from '../trash/files/trashed-file';

/** Rows read at a time. */
const PAGE = 1_000;

/** An object that should be in storage. */
export interface ExpectedObject {
  /** Where it may be: first where it is to be put if it is nowhere, last where readers find it. */
  places: [StoredObject, ...StoredObject[]];
  /** Its size as Strapi rounds it; null if it is not known. */
  kilobytes: number | null;
  /** Its SHA-256, where that is known. */
  sha256: string | null;
}

/** A file of the library or of the trash, as its row has it. */
export interface ExpectedFile {
  id: string;
  name: string;
  isTrashed: boolean;
  objects: ExpectedObject[];
}

interface FileRow extends Omit<StoredFile, 'formats'> {
  id: number;
  document_id: string;
  name: string;
  size: number | string | null;
  bot_stored_digest: string | null;
  formats: DatabaseJson<StoredFile['formats']>;
}

const FILE_COLUMNS = [
  'id',
  'document_id',
  'name',
  'hash',
  'ext',
  'mime',
  'provider',
  'formats',
  'size',
  'bot_stored_digest',
];

interface RemovalRow {
  id: number;
  objects: DatabaseJson<StoredObject[]>;
}

const kilobytesOf = (size: unknown): number | null =>
  size === null || size === undefined ? null : Number(size);

const sizesOf = ({ size, formats }: { size?: unknown; formats: StoredFile['formats'] }) =>
  [size, ...Object.values(formats ?? {}).map((format) => Reflect.get(format, 'size'))].map(
    kilobytesOf
  );

/** What the rows of a site say of what is in the storage of a provider. */
export const createExpectedFiles = (strapi: Core.Strapi) => {
  async function* rowsOf<Row extends { id: number }>(
    uid: typeof FILE_UID | typeof REMOVAL_UID | typeof TRASHED_FILE_UID,
    provider: string,
    columns: string[]
  ): AsyncIterable<Row> {
    for (let last = 0, isMore = true; isMore;) {
      const rows: Row[] = await query(strapi, (knex) =>
        knex(tableOf(strapi, uid))
          .select(columns)
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

  async function* inLibrary(provider: string): AsyncIterable<ExpectedFile> {
    for await (const row of rowsOf<FileRow>(FILE_UID, provider, FILE_COLUMNS)) {
      const file = { ...row, formats: fromJson(row.formats) };
      const sizes = sizesOf(file);
      const objects = storedObjectsOf(file).map((at, index): ExpectedObject => ({
        places: [at],
        kilobytes: sizes[index] ?? null,
        sha256: index === 0 ? row.bot_stored_digest : null,
      }));
      yield { id: row.document_id, name: row.name, isTrashed: false, objects };
    }
  }

  async function* inTrash(provider: string): AsyncIterable<ExpectedFile> {
    for await (const row of rowsOf<TrashedFileRow>(TRASHED_FILE_UID, provider, ['*'])) {
      const { documentId: id, file, kept } = toTrashedFile(row);
      const sizes = sizesOf(file);
      const stored = typeof file.botStoredDigest === 'string' ? file.botStoredDigest : null;
      const objects = kept.map(({ at, aside, sha256 }, index): ExpectedObject => ({
        places: [aside, at],
        kilobytes: sizes[index] ?? null,
        sha256: sha256 ?? (index === 0 ? stored : null),
      }));
      yield { id, name: file.name, isTrashed: true, objects };
    }
  }

  return {
    /** The files of the library, then those of the trash. */
    async *files(provider: string): AsyncIterable<ExpectedFile> {
      yield* inLibrary(provider);
      yield* inTrash(provider);
    },

    /** Objects that removals are about. */
    async *toRemove(provider: string): AsyncIterable<StoredObject> {
      for await (const { objects } of rowsOf<RemovalRow>(REMOVAL_UID, provider, [
        'id',
        'objects',
      ])) {
        yield* fromJson(objects);
      }
    },
  };
};
