import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { FOLDER_UID } from '../../core/constants';
import { knexOf, folderLinkTable, tableOf, transaction } from '../../core/database/connection';
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

/** Stored reference to the bot's Media Library folder. Earlier versions of the plugin stored the row id. */
type Remembered = { documentId: string } | { id: number };

/** Finds or creates the Media Library folder for the bot's uploads, so that editors find them in one place. */
export const createMaterialFolderService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { folder: base } = botConfig(strapi);
  const remembered = createState<Remembered>(strapi, 'folder');

  /** Document id of the bot's Media Library folder, cached between requests. The folder's row is read each time. */
  let knownId: string | undefined;

  const findBy = (
    where: { document_id: string } | { id: number; name: string }
  ): Promise<FolderRow | undefined> =>
    knexOf(strapi)(tableOf(strapi, FOLDER_UID)).where(where).first('id', 'path', 'document_id');

  const remember = ({ document_id: documentId }: FolderRow): Promise<void> =>
    remembered.set({ documentId });

  const find = async (): Promise<FolderRow | undefined> => {
    const folder = await remembered.get();
    if (folder === null) return undefined;
    if ('documentId' in folder) return findBy({ document_id: folder.documentId });
    // After an import the row id may belong to another folder, because Strapi numbers rows anew.
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
     * Returns the bot's Media Library folder, and creates a new folder if an editor has deleted it. Editors may rename
     * and move the folder, because its document id stays the same, also through exports and imports.
     */
    async get(): Promise<Folder> {
      const known = knownId === undefined ? undefined : await findBy({ document_id: knownId });
      if (known !== undefined) return known;
      const folder = await transaction(strapi, async () => {
        await holdLock(strapi, 'start', 'material-folder');
        return (await find()) ?? create();
      });
      knownId = folder.document_id;
      return folder;
    },

    /**
     * Links a file to a folder in the open transaction. Stores no position in the folder, because nothing uses this
     * order, and Strapi would read all files of the folder to find the last position.
     */
    async put(fileId: number, folder: Folder): Promise<void> {
      await knexOf(strapi)(folderLinkTable(strapi)).insert({
        file_id: fileId,
        folder_id: folder.id,
      });
    },
  };
};

export const getMaterialFolderService =
  serviceOf<typeof createMaterialFolderService>('materialFolder');
