/*
 * Leans on the columns of `files` in `@strapi/upload` 5.54 (since 4.0): each of `formats` tells what
 * lies in storage as the row itself does. `tests/storage/` notices a change.
 */
import type { Readable } from 'node:stream';

import _ from 'lodash';

import { FILE_UID } from '../../constants';
import type { Probe } from '../probe';

/** One object in the storage behind the upload provider: an original or one of its formats. */
export interface StoredObject {
  hash: string;
  ext: string;
  mime: string;
  path?: string | null;
  url?: string;
  provider_metadata?: unknown;
}

/** The columns of an upload file that tell what lies in storage for it. */
export interface StoredFile extends StoredObject {
  provider: string;
  formats: Record<string, StoredObject> | null;
}

/** What storage knows an object by. */
const NAMED_BY = ['hash', 'ext', 'mime', 'path', 'url', 'provider_metadata'] as const;

/** Lists all that storage holds for a file: the original first, then each format. */
export const storedObjectsOf = (file: StoredFile): StoredObject[] =>
  [file, ...Object.values(file.formats ?? {})].map((object) => _.pick(object, NAMED_BY));

export const STORED_OBJECTS: Probe = {
  name: 'what storage holds for a file',
  leansOn: 'the columns of files of @strapi/upload',
  works: ({ db }) =>
    [...NAMED_BY.filter((name) => name !== 'path'), 'provider', 'formats'].every(
      (name) => name in db.metadata.get(FILE_UID).attributes
    ),
};

export interface ListedObject {
  /** As it is in the row of its file: the hash and the extension; in a folder of a bucket, with that before it. */
  name: string;
  /** When its bytes were written, and how many there are; undefined if it is gone again. */
  facts: () => Promise<{ writtenAt: Date; size: number } | undefined>;
}

/**
 * A storage by its own means: no upload provider lists, reads or copies, and the public addresses of
 * objects are for readers, who may be given anything by what stands in front of a storage.
 */
export interface OwnStorage {
  /** All objects, in no order; of the editors too. Each iteration lists anew. */
  list: () => AsyncIterable<ListedObject>;
  has: (object: StoredObject) => Promise<boolean>;
  /** The bytes; undefined if there is no such object. */
  read: (object: StoredObject) => Promise<Readable | undefined>;
  /** Copies an object over another name: all of it, or nothing. */
  copy: (from: StoredObject, to: StoredObject) => Promise<void>;
}
