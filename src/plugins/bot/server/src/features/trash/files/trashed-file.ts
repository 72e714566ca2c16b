import type { Core } from '@strapi/strapi';

import { TRASHED_FILE_UID } from '../../../core/constants';
import { databaseClock } from '../../../core/database/clock';
import {
  fromJson,
  tableOf,
  type DatabaseDate,
  type DatabaseJson,
  type Knex,
} from '../../../core/database/connection';
import type { Entity } from '../../../core/database/rows/entity';
import type { StoredFile, StoredObject } from '../../../core/strapi/uploads/stored-object';
import type { UploadIntent } from '../../removals/queue';

import type { KeptObject } from './kept-object';

/** A row of the Media Library. */
export type File = Entity & StoredFile & { id: number; documentId: string; name: string };

/** A file that has left the Media Library and can come back. */
export interface TrashedFile {
  id: number;
  documentId: string;
  provider: string;
  file: File;
  folder: number | null;
  kept: KeptObject[];
  /** Whether its bytes have been moved to names that nobody knows. */
  isAside: boolean;
  /** The row of the removal table about its bytes at the addresses of before, if there was one. */
  removal: number | null;
  attempts: number;
}

export interface TrashedFileRow {
  id: number;
  document_id: string;
  subject: string;
  provider: string;
  file: DatabaseJson<File>;
  folder: number | null;
  kept: DatabaseJson<(Omit<KeptObject, 'aside'> & { aside: StoredObject | null })[]>;
  is_aside: boolean | number;
  removal: number | null;
  restoring_until: DatabaseDate | null;
  due_at: DatabaseDate;
  attempts: number;
  last_error: string | null;
  goes_at: DatabaseDate;
}

/** A trashed file whose bytes are where readers find them, for a transaction that makes use of it. */
export interface ReadyFile {
  trashed: TrashedFile;
  /** What says of these bytes that they belong to nobody; none if they never left. */
  intent?: UploadIntent;
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
  isAside: Boolean(row.is_aside),
  removal: row.removal,
  attempts: row.attempts,
});

/** Where readers found the bytes of a file. */
export const placesBefore = ({ kept }: TrashedFile): StoredObject[] => kept.map(({ at }) => at);

/** Where they are kept, or are going to be. */
export const placesAside = ({ kept }: { kept: KeptObject[] }): StoredObject[] =>
  kept.map(({ aside }) => aside);

/** The table of files in the trash. */
export const createTrashedFileRows = (strapi: Core.Strapi) => {
  const clock = databaseClock(strapi);
  const all = (knex: Knex) => knex<TrashedFileRow>(tableOf(strapi, TRASHED_FILE_UID));

  return {
    all,

    /** Those that no restore has for itself. */
    free: (knex: Knex) =>
      all(knex).where((free) =>
        free.whereNull('restoring_until').orWhere('restoring_until', '<=', clock.now(knex, 0))
      ),
  };
};
