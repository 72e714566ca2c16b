import type { Core } from '@strapi/strapi';

import { FOLDER_UID } from '../constants';
import { transaction } from '../database/connection';
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

  const find = async (): Promise<Folder | null> => {
    const stored = (await store().get({})) as { id: number } | null;
    return stored === null
      ? null
      : strapi.db.query(FOLDER_UID).findOne({ select: ['id', 'path'], where: { id: stored.id } });
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
      return (
        (await find()) ??
        transaction(strapi, async () => {
          await holdLock(strapi, 'material-folder');
          return (await find()) ?? create();
        })
      );
    },
  };
};

export type MaterialFolderService = ReturnType<typeof createMaterialFolderService>;
