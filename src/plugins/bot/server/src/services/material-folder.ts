import type { Core } from '@strapi/strapi';

import { FOLDER_UID } from '../constants';
import { folderLinkTable, query, tableOf, transaction } from '../database/connection';
import { holdLock } from '../database/locks';

import { botConfig } from './lookup';

/** A folder of the Media Library. */
export interface Folder {
  id: number;
  path: string;
}

/** Knows the Media Library folder of the bot's uploads, so that editors find them in one place. */
export const createMaterialFolderService = ({ strapi }: { strapi: Core.Strapi }) => {
  const store = () => strapi.store({ type: 'plugin', name: 'bot', key: 'folder' });

  /** Remembered over requests; whether it is still there, and where, is asked each time. */
  let knownId: number | undefined;

  const findById = async (id: number): Promise<Folder | undefined> =>
    query(strapi, (knex) => knex(tableOf(strapi, FOLDER_UID)).where({ id }).first('id', 'path'));

  const find = async (): Promise<Folder | undefined> => {
    const stored = (await store().get({})) as { id: number } | null;
    return stored === null ? undefined : findById(stored.id);
  };

  const create = async (): Promise<Folder> => {
    const folders = strapi.plugin('upload').service('folder');
    const base = botConfig(strapi).folder;
    let name = base;
    for (let number = 2; await folders.exists({ name, parent: null }); number += 1) {
      name = `${base} (${number})`;
    }
    const folder: Folder = await folders.create({ name });
    await store().set({ value: { id: folder.id } });
    return folder;
  };

  return {
    /**
     * The folder, made anew if an editor has deleted it. Editors may rename and move it: it is
     * remembered by its id.
     */
    async get(): Promise<Folder> {
      const known = knownId === undefined ? undefined : await findById(knownId);
      if (known !== undefined) {
        return known;
      }
      const folder = await transaction(strapi, async () => {
        await holdLock(strapi, 'start', 'material-folder');
        return (await find()) ?? create();
      });
      knownId = folder.id;
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

export type MaterialFolderService = ReturnType<typeof createMaterialFolderService>;
