import type { Core } from '@strapi/strapi';

import { FILE_UID, REMOVAL_UID } from '../../core/constants';
import { fromJson, type DatabaseJson } from '../../core/database/connection';
import {
  storedObjectsOf,
  type StoredFile,
  type StoredObject,
} from '../../core/strapi/uploads/stored-object';

import { keptFiles, type ExpectedFile, type ExpectedObject } from './events';
import { rowsOfProvider } from './rows-of-provider';

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

/** The sizes of a file and of its formats, as Strapi rounds them. */
export const sizesOf = ({ size, formats }: { size?: unknown; formats: StoredFile['formats'] }) =>
  [size, ...Object.values(formats ?? {}).map((format) => Reflect.get(format, 'size'))].map(
    kilobytesOf
  );

/** What the rows of a site say of what is in the storage of a provider. */
export const createExpectedFiles = (strapi: Core.Strapi) => {
  async function* inLibrary(provider: string): AsyncIterable<ExpectedFile> {
    for await (const row of rowsOfProvider<FileRow>(strapi, FILE_UID, provider, FILE_COLUMNS)) {
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

  return {
    /** The files of the library, then those that are kept elsewhere. */
    async *files(provider: string): AsyncIterable<ExpectedFile> {
      yield* inLibrary(provider);
      for (const files of keptFiles.askAll(strapi, provider)) {
        yield* files;
      }
    },

    /** Objects that removals are about. */
    async *toRemove(provider: string): AsyncIterable<StoredObject> {
      for await (const { objects } of rowsOfProvider<RemovalRow>(strapi, REMOVAL_UID, provider, [
        'id',
        'objects',
      ])) {
        yield* fromJson(objects);
      }
    },
  };
};
