import type { Core, UID } from '@strapi/strapi';

import { FILE_UID, REMOVAL_UID } from '../../core/constants';
import { knexOf, tableOf } from '../../core/database/connection';
import { columnsOf, toEntity, type Entity } from '../../core/database/rows/entity';
import {
  storedObjectsOf,
  type StoredFile,
  type StoredObject,
} from '../../core/strapi/uploads/stored-object';

import { keptFiles, type ExpectedFile, type ExpectedObject } from './events';

const PAGE = 1_000;

/** Yields the rows of a table whose objects are in a provider's storage, in the order of their ids. */
export async function* rowsOfProvider<Row extends { id: number }>(
  strapi: Core.Strapi,
  uid: UID.ContentType,
  provider: string,
  columns: string[]
): AsyncIterable<Row> {
  for (let last = 0, isMore = true; isMore;) {
    const after = last;
    const rows: Row[] = await knexOf(strapi)(tableOf(strapi, uid))
      .select(columns)
      .where({ provider })
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE);
    yield* rows;
    last = rows.at(-1)?.id ?? last;
    isMore = rows.length === PAGE;
  }
}

interface File extends StoredFile {
  documentId: string;
  name: string;
  size: unknown;
  botStoredDigest: string | null;
}

const kilobytesOf = (size: unknown): number | null =>
  size === null || size === undefined ? null : Number(size);

/** Sizes of a file and its formats in kilobytes, as Strapi rounds them. */
export const sizesOf = ({ size, formats }: { size?: unknown; formats: StoredFile['formats'] }) =>
  [size, ...Object.values(formats ?? {}).map((format) => Reflect.get(format, 'size'))].map(
    kilobytesOf
  );

/** Reads which objects should be in a provider's storage. */
export const createExpectedFiles = (strapi: Core.Strapi) => {
  async function* entitiesOf(uid: UID.ContentType, provider: string): AsyncIterable<Entity> {
    const columns = columnsOf(strapi, uid);
    for await (const row of rowsOfProvider(strapi, uid, provider, ['*'])) {
      yield toEntity(columns, row);
    }
  }

  const inLibrary = (file: File): ExpectedFile => {
    const sizes = sizesOf(file);
    const objects = storedObjectsOf(file).map((at, index): ExpectedObject => ({
      places: [at],
      kilobytes: sizes[index] ?? null,
      sha256: index === 0 ? file.botStoredDigest : null,
    }));
    return { id: file.documentId, name: file.name, isTrashed: false, objects };
  };

  return {
    /** Yields the files of the Media Library, then those of other features. */
    async *files(provider: string): AsyncIterable<ExpectedFile> {
      for await (const file of entitiesOf(FILE_UID, provider)) {
        yield inLibrary(file as unknown as File);
      }
      for (const files of keptFiles.resolveAll(strapi, provider)) {
        yield* files;
      }
    },

    /** Yields the objects that are queued for removal. */
    async *toRemove(provider: string): AsyncIterable<StoredObject> {
      for await (const { objects } of entitiesOf(REMOVAL_UID, provider)) {
        yield* objects as StoredObject[];
      }
    },
  };
};
