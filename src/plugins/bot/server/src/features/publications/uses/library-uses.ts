import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { botConfig } from '../../../core/config';
import { FILE_UID, FOLDER_UID } from '../../../core/constants';
import { query, tableOf } from '../../../core/database/connection';
import { createPanelPermissions } from '../../../core/strapi/panel/permission';

import type { UsedFile, UsingWork } from '../../materials';
import { getUsingWorksService } from './using-works';

/** A file of the Media Library. */
export interface LibraryFile extends UsedFile {
  documentId: string;
  name: string;
}

/** Files that publications use, by their names, and those publications. */
export interface LibraryUse {
  files: string[];
  works: UsingWork[];
  /** Whether publications use them that are not told to this person. */
  others: boolean;
}

/** What somebody may know of it who reads some publications, or their titles, only. */
export const toldUse = async (
  strapi: Core.Strapi,
  ctx: Context,
  { works, ...use }: LibraryUse
): Promise<LibraryUse> => {
  const { attributes, contentType } = botConfig(strapi);
  const permissions = createPanelPermissions(strapi, ctx, contentType);
  const reads = await permissions.reading(works.map(({ id }) => id));
  const told = works.filter(({ id }) => reads(id, attributes.title));
  return { ...use, works: told, others: told.length < works.length };
};

/** Knows which of the files that somebody has chosen in the Media Library are in use. */
export const createLibraryUses = (strapi: Core.Strapi) => {
  const works = () => getUsingWorksService(strapi);

  return {
    /** Files by their ids, and those in folders and in the folders below. */
    async findFiles(fileIds: number[], folderIds: number[]): Promise<LibraryFile[]> {
      const folders: { path: string }[] = await query(strapi, (knex) =>
        knex(tableOf(strapi, FOLDER_UID)).select('path').whereIn('id', folderIds)
      );
      return query(strapi, (knex) =>
        knex(tableOf(strapi, FILE_UID))
          .select('id', { documentId: 'document_id' }, 'hash', 'name')
          .whereIn('id', fileIds)
          .orWhere((inFolders) => {
            for (const { path } of folders) {
              void inFolders
                .orWhere('folder_path', path)
                .orWhere('folder_path', 'like', `${path}/%`);
            }
            // An empty condition would be true of every file.
            return folders.length === 0 ? inFolders.whereRaw('1 = 0') : inFolders;
          })
      );
    },

    /** @returns undefined if no publication uses one of them */
    async useOf(files: LibraryFile[]): Promise<LibraryUse | undefined> {
      const uses = await works().findUses(files);
      if (uses.length === 0) {
        return undefined;
      }
      const used = new Set(uses.map(({ fileId }) => fileId));
      const names = files.filter(({ id }) => used.has(id)).map(({ name }) => name);
      return { files: [...new Set(names)], works: await works().worksOf(uses), others: false };
    },
  };
};
