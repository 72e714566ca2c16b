import type { Core } from '@strapi/strapi';

import type { OwnType } from '../../../core/additions/own-types';
import {
  type DatabaseDate,
  type DatabaseJson,
  fromJson,
  knexOf,
  tableOf,
} from '../../../core/database/connection';
import type { Entity } from '../../../core/database/rows/entity';
import type { StoredFile, StoredObject } from '../../../core/strapi/uploads/stored-object';
import {
  type ExpectedFile,
  type ExpectedObject,
  rowsOfProvider,
  sizesOf,
} from '../../reconciliation';
import { getRemovalQueueService, type UploadIntent } from '../../removals';

export const TRASHED_FILE_UID = 'plugin::bot.trashed-file';

/** The table of files in the trash. */
export const trashedFile: OwnType = {
  description:
    'A file that went with a publication and can be put back; its document id is that of the file',
  attributes: {
    publicationId: { type: 'string', required: true },
    provider: { type: 'string', required: true },
    file: { type: 'text', required: true },
    folder: { type: 'integer' },
    kept: { type: 'text', required: true },
    isQuarantined: { type: 'boolean', required: true },
    removal: { type: 'integer' },
    purgeAt: { type: 'datetime', required: true },
  },
  indexes: {
    bot_trashed_files_of_index: ['document_id'],
    bot_trashed_files_publication_index: ['publication_id'],
    bot_trashed_files_removal_index: ['removal'],
    bot_trashed_files_purge_index: ['purge_at'],
  },
};

/** A stored object of a file in the trash. */
export interface KeptObject {
  /** The object under its public name. */
  at: StoredObject;
  /** The secret quarantine name, to which the object is or will be copied. */
  aside: StoredObject;
  /** SHA-256, as soon as it has been read from storage. */
  sha256?: string;
}

export type File = Entity & StoredFile & { id: number; documentId: string; name: string };

/**
 * A file that was deleted with a publication and can be restored. Its row and its bytes never get lost together: the
 * removal worker removes public bytes only after the table records their copies at secret names, and those are removed
 * only through the removal table. See `docs/decisions/14-trash.md`.
 */
export interface TrashedFile {
  id: number;
  documentId: string;
  provider: string;
  file: File;
  folder: number | null;
  kept: KeptObject[];
  /** Whether the table records that the bytes have been copied to their secret names. */
  isQuarantined: boolean;
  /** The id of the removal of the public bytes; null if they stay at their public names. */
  removal: number | null;
}

export interface TrashedFileRow {
  id: number;
  document_id: string;
  publication_id: string;
  provider: string;
  file: DatabaseJson<File>;
  folder: number | null;
  kept: DatabaseJson<(Omit<KeptObject, 'aside'> & { aside: StoredObject | null })[]>;
  is_quarantined: boolean | number;
  removal: number | null;
  purge_at: DatabaseDate;
}

/**
 * Delay in seconds of the removal of bytes that a restored file row may take over, or that a worker may still be
 * copying.
 */
export const GRACE_SECONDS = 3_600;

export const toTrashedFile = (row: TrashedFileRow): TrashedFile => ({
  id: row.id,
  documentId: row.document_id,
  provider: row.provider,
  file: fromJson(row.file),
  folder: row.folder,
  // Earlier versions stored null for objects that they considered lost.
  kept: fromJson(row.kept).map((one) => ({ ...one, aside: one.aside ?? one.at })),
  isQuarantined: Boolean(row.is_quarantined),
  removal: row.removal,
});

/**
 * Schedules the removal of a file's public bytes after the given seconds, by its existing removal or a new one.
 * @returns undefined while a worker is removing the bytes
 */
export const removePublic = async (
  strapi: Core.Strapi,
  { provider, kept, removal, isQuarantined }: TrashedFile,
  seconds: number
): Promise<UploadIntent | undefined> => {
  const queue = getRemovalQueueService(strapi);
  const former = { id: removal ?? 0, provider, objects: kept.map(({ at }) => at) };
  // Before the quarantine no worker removes anything, so its claim can be taken over.
  const state = await queue.takeOver(former, seconds, !isQuarantined);
  if (state === 'taken') return former;
  return state === 'gone' ? queue.add({ ...former, seconds }) : undefined;
};

/** Schedules the removal of the bytes at the secret names, also of those still to be copied. */
export const removeQuarantined = async (
  strapi: Core.Strapi,
  { provider, kept, isQuarantined }: TrashedFile
): Promise<void> => {
  const objects = kept.map(({ aside: quarantined }) => quarantined);
  // A worker may still be copying, so the removal waits.
  const seconds = isQuarantined ? 0 : GRACE_SECONDS;
  await getRemovalQueueService(strapi).add({ provider, objects, seconds });
};

/** Starts a query of the files in the trash. */
export const trashedFiles = (strapi: Core.Strapi) =>
  knexOf(strapi)<TrashedFileRow>(tableOf(strapi, TRASHED_FILE_UID));

/** Yields the files of the trash in the storage of a provider. */
export async function* expectedTrashedFiles(
  strapi: Core.Strapi,
  provider: string
): AsyncIterable<ExpectedFile> {
  const rows = rowsOfProvider<TrashedFileRow>(strapi, TRASHED_FILE_UID, provider, ['*']);
  for await (const row of rows) {
    const { documentId: id, file, kept } = toTrashedFile(row);
    const sizes = sizesOf(file);
    const stored = typeof file.botStoredDigest === 'string' ? file.botStoredDigest : null;
    const objects = kept.map(({ at, aside: quarantined, sha256 }, index): ExpectedObject => ({
      places: [quarantined, at],
      kilobytes: sizes[index] ?? null,
      sha256: sha256 ?? (index === 0 ? stored : null),
    }));
    yield { id, name: file.name, isTrashed: true, objects };
  }
}
