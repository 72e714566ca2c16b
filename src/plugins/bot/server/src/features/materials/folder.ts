import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { FOLDER_UID } from '../../core/constants';
import { folderLinkTable, query, tableOf, transaction } from '../../core/database/connection';
import { holdLock } from '../../core/database/locks';
import { createState } from '../../core/database/state';

import { serviceOf } from '../../core/service';

/** A folder of the Media Library. */
export interface Folder {
  id: number;
  path: string;
}

interface FolderRow extends Folder {
  document_id: string;
}

/** Knows the Media Library folder of the bot's uploads, so that editors find them in one place. */
export const createMaterialFolderService = ({ strapi }: { strapi: Core.Strapi }) => {
  const base = botConfig(strapi).folder;
  const remembered = createState<{ documentId: string }>(strapi, 'folder');

  /** Remembered over requests; whether it is still there, and where, is asked each time. */
  let knownId: string | undefined;

  const find = (document_id: string | undefined): Promise<FolderRow | undefined> | undefined =>
    document_id === undefined
      ? undefined
      : query(strapi, (knex) =>
          knex(tableOf(strapi, FOLDER_UID))
            .where({ document_id })
            .first('id', 'path', 'document_id')
        );

  const create = async (): Promise<FolderRow> => {
    const folders = strapi.plugin('upload').service('folder');
    let name = base;
    for (let number = 2; await folders.exists({ name, parent: null }); number += 1) {
      name = `${base} (${number})`;
    }
    const { id, path, documentId }: Folder & { documentId: string } = await folders.create({
      name,
    });
    await remembered.set({ documentId });
    return { id, path, document_id: documentId };
  };

  return {
    /**
     * The folder, made anew if an editor has deleted it. Editors may rename and move it: it is
     * remembered by its document id, which it keeps through exports and imports.
     */
    async get(): Promise<Folder> {
      const known = await find(knownId);
      if (known !== undefined) {
        return known;
      }
      const folder = await transaction(strapi, async () => {
        await holdLock(strapi, 'start', 'material-folder');
        return (await find((await remembered.get())?.documentId)) ?? create();
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
