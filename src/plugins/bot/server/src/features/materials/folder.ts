import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { FOLDER_UID } from '../../core/constants';
import { folderLinkTable, query, tableOf, transaction } from '../../core/database/connection';
import { holdLock } from '../../core/database/locks';
import { createState } from '../../core/database/state';
import { serviceOf } from '../../core/service';

export interface Folder {
  id: number;
  path: string;
}

interface FolderRow extends Folder {
  document_id: string;
}

/** What is remembered. Earlier versions wrote the number of the row. */
type Remembered = { documentId: string } | { id: number };

/** Knows the Media Library folder of the bot's uploads, so that editors find them in one place. */
export const createMaterialFolderService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { folder: base } = botConfig(strapi);
  const remembered = createState<Remembered>(strapi, 'folder');

  /** Remembered over requests; whether it is still there, and where, is asked each time. */
  let knownId: string | undefined;

  const findBy = (
    where: { document_id: string } | { id: number; name: string }
  ): Promise<FolderRow | undefined> =>
    query(strapi, (knex) =>
      knex(tableOf(strapi, FOLDER_UID)).where(where).first('id', 'path', 'document_id')
    );

  const remember = ({ document_id: documentId }: FolderRow): Promise<void> =>
    remembered.set({ documentId });

  const find = async (): Promise<FolderRow | undefined> => {
    const folder = await remembered.get();
    if (folder === null) {
      return undefined;
    }
    if ('documentId' in folder) {
      return findBy({ document_id: folder.documentId });
    }
    // After an import that number is another folder's: Strapi counts rows anew.
    const found = await findBy({ id: folder.id, name: base });
    if (found !== undefined) {
      await remember(found);
    }
    return found;
  };

  const create = async (): Promise<FolderRow> => {
    const folders = strapi.plugin('upload').service('folder');
    let name = base;
    for (let number = 2; await folders.exists({ name, parent: null }); number += 1) {
      name = `${base} (${number})`;
    }
    const { documentId, ...folder }: Folder & { documentId: string } = await folders.create({
      name,
    });
    const row = { ...folder, document_id: documentId };
    await remember(row);
    return row;
  };

  return {
    /**
     * The folder, made anew if an editor has deleted it. Editors may rename and move it: it is
     * remembered by its document id, which it keeps through exports and imports.
     */
    async get(): Promise<Folder> {
      const known = knownId === undefined ? undefined : await findBy({ document_id: knownId });
      if (known !== undefined) {
        return known;
      }
      const folder = await transaction(strapi, async () => {
        await holdLock(strapi, 'start', 'material-folder');
        return (await find()) ?? create();
      });
      knownId = folder.document_id;
      return folder;
    },

    /**
     * Puts a file into a folder, in the open transaction. Strapi would look for the last place
     * in the folder first, through all of its files, for an order that nothing uses.
     */
    async put(fileId: number, folder: Folder): Promise<void> {
      await query(strapi, (knex) =>
        knex(folderLinkTable(strapi)).insert({ file_id: fileId, folder_id: folder.id })
      );
    },
  };
};

export const getMaterialFolderService =
  serviceOf<typeof createMaterialFolderService>('materialFolder');
