import type { Readable } from 'node:stream';

import type { StoredObject } from './stored-object';

/** An object in storage. */
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
