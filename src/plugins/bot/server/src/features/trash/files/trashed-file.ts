import type { Core } from '@strapi/strapi';

import type { OwnType } from '../../../core/additions/own-types';
import { TRASHED_FILE_UID } from '../../../core/constants';
import {
  fromJson,
  tableOf,
  type DatabaseDate,
  type DatabaseJson,
  type Knex,
} from '../../../core/database/connection';
import type { Entity } from '../../../core/database/rows/entity';
import type { StoredFile, StoredObject } from '../../../core/strapi/uploads/stored-object';

import type { KeptObject } from './kept-object';

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

/** A row of the Media Library. */
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
  kept: DatabaseJson<KeptObject[]>;
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
  kept: fromJson(row.kept),
  isQuarantined: Boolean(row.is_quarantined),
  removal: row.removal,
});

/** The public names of its bytes. */
export const publicObjects = ({ kept }: TrashedFile): StoredObject[] => kept.map(({ at }) => at);

/** The secret names under which its bytes wait, or are going to wait. */
export const quarantinedObjects = ({ kept }: TrashedFile): StoredObject[] =>
  kept.map(({ aside }) => aside);

/** The table of files in the trash. */
export const trashedFiles = (strapi: Core.Strapi, knex: Knex) =>
  knex<TrashedFileRow>(tableOf(strapi, TRASHED_FILE_UID));
