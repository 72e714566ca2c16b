import type { Core } from '@strapi/strapi';

import type { OwnType } from '../../../core/additions/own-types';
import {
  fromJson,
  tableOf,
  type DatabaseDate,
  type DatabaseJson,
  type Knex,
} from '../../../core/database/connection';
import type { Entity } from '../../../core/database/rows/entity';
import type { StoredFile, StoredObject } from '../../../core/strapi/uploads/stored-object';
import { getRemovalQueueService, type UploadIntent } from '../../removals';

export const TRASHED_FILE_UID = 'plugin::bot.trashed-file';

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

/** An object of a file in the trash. */
export interface KeptObject {
  /** Where readers found it. */
  at: StoredObject;
  /** Where it is kept, or is going to be. */
  aside: StoredObject;
  /** Its SHA-256, from when it was seen to be there. */
  sha256?: string;
}

export type File = Entity & StoredFile & { id: number; documentId: string; name: string };

/**
 * A file that has left the Media Library with a publication and can come back. Its row and its bytes are never both
 * gone: the removal worker takes bytes from their public names only when the table says that they are kept under secret
 * ones, and those go only by way of the removal table. See `docs/decisions/14-trash.md`.
 */
export interface TrashedFile {
  id: number;
  documentId: string;
  provider: string;
  file: File;
  folder: number | null;
  kept: KeptObject[];
  /** Whether the database knows that its bytes have been copied to names that nobody knows. */
  isQuarantined: boolean;
  /** The row of the removal table about its bytes at their public addresses; null if they stay there. */
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

/** How long bytes wait for the row that is to own them, or for a worker that may be copying them. */
export const GRACE_SECONDS = 3_600;

export const toTrashedFile = (row: TrashedFileRow): TrashedFile => ({
  id: row.id,
  documentId: row.document_id,
  provider: row.provider,
  file: fromJson(row.file),
  folder: row.folder,
  // Versions before wrote null for what they took for lost.
  kept: fromJson(row.kept).map((one) => ({ ...one, aside: one.aside ?? one.at })),
  isQuarantined: Boolean(row.is_quarantined),
  removal: row.removal,
});

/**
 * Has the bytes at the public names of a file go after so many seconds: by the removal that it has, or by a new one.
 * @returns undefined while a worker removes them
 */
export const removePublic = async (
  strapi: Core.Strapi,
  { provider, kept, removal, isQuarantined }: TrashedFile,
  seconds: number
): Promise<UploadIntent | undefined> => {
  const queue = getRemovalQueueService(strapi);
  const former = { id: removal ?? 0, provider, objects: kept.map(({ at }) => at) };
  // Before it is quarantined no worker removes anything.
  const state = await queue.takeOver(former, seconds, !isQuarantined);
  if (state === 'taken') return former;
  return state === 'gone' ? queue.add({ ...former, seconds }) : undefined;
};

/** Has the bytes at the secret names go under which they wait, or are going to wait. */
export const removeQuarantined = async (
  strapi: Core.Strapi,
  { provider, kept, isQuarantined }: TrashedFile
): Promise<void> => {
  const objects = kept.map(({ aside }) => aside);
  // A worker may be copying what is not quarantined yet.
  const seconds = isQuarantined ? 0 : GRACE_SECONDS;
  await getRemovalQueueService(strapi).add({ provider, objects, seconds });
};

export const trashedFiles = (strapi: Core.Strapi, knex: Knex) =>
  knex<TrashedFileRow>(tableOf(strapi, TRASHED_FILE_UID));
