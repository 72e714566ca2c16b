/*
 * Relies on: `@strapi/upload` 5.54 (since 4.0): columns of `files`, and the same ones in each entry of `formats`
 * Breaks if: Strapi changes these columns
 * Checked by: `tests/storage/`
 */
import type { Readable } from 'node:stream';

import _ from 'lodash';

import { FILE_UID } from '../../constants';
import type { Probe } from '../probe';

/** An object in the storage of the upload provider: an original or a format. */
export interface StoredObject {
  hash: string;
  ext: string;
  mime: string;
  path?: string | null;
  url?: string;
  provider_metadata?: unknown;
}

/** Columns of an upload file that identify its objects in storage. */
export interface StoredFile extends StoredObject {
  provider: string;
  formats: Record<string, StoredObject> | null;
}

/** Columns that identify an object in storage. */
const NAMED_BY = ['hash', 'ext', 'mime', 'path', 'url', 'provider_metadata'] as const;

/** All stored objects of a file: the original first, then each format. */
export const storedObjectsOf = (file: StoredFile): StoredObject[] =>
  [file, ...Object.values(file.formats ?? {})].map((object) => _.pick(object, NAMED_BY));

export const STORED_OBJECTS: Probe = {
  name: 'what storage holds for a file',
  reliesOn: 'the columns of files of @strapi/upload',
  verify: ({ db }) =>
    [...NAMED_BY.filter((name) => name !== 'path'), 'provider', 'formats'].every(
      (name) => name in db.metadata.get(FILE_UID).attributes
    ),
};

export interface ListedObject {
  /** Name as in the file's row: hash and extension. In a bucket folder, prefixed with the folder. */
  name: string;
  /** Time of writing and size in bytes; undefined if the object no longer exists. */
  facts: () => Promise<{ writtenAt: Date; size: number } | undefined>;
}

/**
 * Direct access to a storage. Upload providers cannot list, read or copy, and public URLs may be answered by a proxy or
 * CDN.
 */
export interface OwnStorage {
  /** Lists all objects in any order, including those of editors. Each iteration starts again. */
  list: () => AsyncIterable<ListedObject>;
  has: (object: StoredObject) => Promise<boolean>;
  /** Reads an object; undefined if it does not exist. */
  read: (object: StoredObject) => Promise<Readable | undefined>;
  /** Copies an object to another name, completely or not at all. */
  copy: (from: StoredObject, to: StoredObject) => Promise<void>;
}
