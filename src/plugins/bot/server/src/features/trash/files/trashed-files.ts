import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../../../core/constants';
import { query } from '../../../core/database/connection';

import { createBringBack } from './restore';
import { createDrop } from './drop';
import { createIntoLibrary } from './into-library';
import { createKeep } from './keep';
import { createMoveAside } from './quarantine';
import { getRestoreClaimsService } from './restore-claims';
import { createTrashedFileRows, type ReadyFile } from './trashed-file';

/**
 * Files that went with a publication and may come back. Their rows and bytes are never both gone:
 * bytes leave the addresses of before only when the table says that they are kept elsewhere, and what
 * is kept elsewhere goes only by way of the removal table. See `docs/decisions/14-trash.md`.
 */
export const createTrashedFileService = ({ strapi }: { strapi: Core.Strapi }) => {
  const rows = createTrashedFileRows(strapi);
  const claims = getRestoreClaimsService(strapi);

  return {
    ...createMoveAside(strapi),
    keep: createKeep(strapi),
    makeReady: createBringBack(strapi, claims),
    restore: createIntoLibrary(strapi, claims),
    release: (files: ReadyFile[]) => claims.release(files),
    drop: createDrop(strapi),

    /** Whether one of these files is in the trash. */
    async hasAny(documentIds: string[]): Promise<boolean> {
      const row = await query(strapi, (knex) =>
        rows.all(knex).whereIn('document_id', documentIds).first('id')
      );
      return row !== undefined;
    },

    /** Gives a date to files that have none: when they go for good. */
    async fillIn(date: Date): Promise<void> {
      await query(strapi, (knex) => rows.all(knex).whereNull('goes_at').update({ goes_at: date }));
    },
  };
};

export type TrashedFileService = ReturnType<typeof createTrashedFileService>;

/** Gives this service of a site. */
export const getTrashedFileService = (strapi: Core.Strapi): TrashedFileService =>
  strapi.plugin(PLUGIN_ID).service('trashedFile');
