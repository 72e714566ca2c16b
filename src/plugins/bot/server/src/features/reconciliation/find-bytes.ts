import { file as fileUnits } from '@strapi/utils';
import _ from 'lodash';

import { quarantineNameOfFormat, type StorageAccess } from '../../core/storage';
import type { StoredObject } from '../../core/strapi/uploads/stored-object';

import type { ExpectedFile, ExpectedObject } from './events';

/**
 * An object in the file storage with a name that this plugin generated, to which no file record and no pending removal
 * refers.
 */
export interface UnownedObject {
  name: string;
  hash: string;
  ext: string;
  /** Size of the file in bytes. */
  size: number;
  writtenAt: Date;
}

/** A file with its objects that are missing in storage. */
export interface IncompleteFile extends ExpectedFile {
  missing: ExpectedObject[];
}

/** A missing object (`to`) whose bytes were found in an unowned object (`from`). */
export interface FoundBytes {
  from: UnownedObject;
  to: StoredObject;
}

interface Found extends FoundBytes {
  file: IncompleteFile;
  object: ExpectedObject;
}

export interface FindBytesResult {
  found: FoundBytes[];
  /**
   * Unowned objects that may contain the bytes of a missing object: the sizes match, but there is no digest to compare.
   */
  doubtful: UnownedObject[];
  /** Objects that no file needs. */
  unowned: UnownedObject[];
}

/** Finds the bytes of missing objects that have a known SHA-256 digest, such as originals, by comparing digests. */
const findByDigest = async (
  storage: StorageAccess,
  files: IncompleteFile[],
  objects: UnownedObject[]
): Promise<Found[]> => {
  const wanted = files.flatMap((file) => file.missing.map((object) => ({ file, object })));
  const byDigest = _.groupBy(
    wanted.filter(({ object }) => object.sha256 !== null),
    'object.sha256'
  );
  const found: Found[] = [];
  for (const from of _.isEmpty(byDigest) ? [] : objects) {
    const same = byDigest[(await storage.digest({ ...from, mime: '' })) ?? ''] ?? [];
    found.push(...same.map((one) => ({ ...one, from, to: one.object.places[0] })));
  }
  return found;
};

/** Finds the bytes of missing image formats by the names of their originals, if these were found. */
const findByName = (originals: Found[], objects: UnownedObject[]): Found[] => {
  const byHash = _.keyBy(objects, 'hash');
  return originals.flatMap(({ file, from: original }) =>
    file.missing
      .filter(({ sha256 }) => sha256 === null)
      .flatMap((object): Found[] => {
        const [to] = object.places;
        const { hash } = object.places.at(-1) ?? to;
        const from = byHash[quarantineNameOfFormat(original.hash, hash)];
        return from === undefined ? [] : [{ file, object, from, to }];
      })
  );
};

/** Searches unowned objects for the bytes of incomplete files. @throws the errors of the storage */
export const findBytes = async (
  storage: StorageAccess,
  files: IncompleteFile[],
  objects: UnownedObject[]
): Promise<FindBytesResult> => {
  const originals = await findByDigest(storage, files, objects);
  const found = [...originals, ...findByName(originals, objects)];
  const others = _.difference(objects, _.map(found, 'from'));
  const sizes = new Set(
    _.difference(_.flatMap(files, 'missing') as ExpectedObject[], _.map(found, 'object'))
      .filter(({ sha256 }) => sha256 === null)
      .map(({ kilobytes }) => kilobytes)
  );
  const [doubtful, unowned] = _.partition(
    others,
    ({ size }) => sizes.has(null) || sizes.has(fileUnits.bytesToKbytes(size))
  );
  return { found: found.map(({ from, to }) => ({ from, to })), doubtful, unowned };
};
