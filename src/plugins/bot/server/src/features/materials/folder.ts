import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { FILE_UID, FOLDER_UID } from '../../core/constants';
import { folderLinkTable, query, tableOf, transaction } from '../../core/database/connection';
import { holdLock } from '../../core/database/locks';
import { createState } from '../../core/database/state';

import { parseStorageName } from '../../core/storage/file-name';
import { serviceOf } from '../../core/service';

/** A folder of the Media Library. */
export interface Folder {
  id: number;
  path: string;
}

interface FolderRow extends Folder {
  name: string;
  document_id: string;
}

/** What is remembered. Earlier versions wrote the number of the row. */
type Remembered = { documentId: string } | { id: number };

/** What `create` puts behind a name that is taken. */
const NUMBER_OR_NOTHING = /^(?: \(\d+\))?$/;
/** Files of a folder that are looked at. */
const LOOKED_AT = 200;

/** Knows the Media Library folder of the bot's uploads, so that editors find them in one place. */
export const createMaterialFolderService = ({ strapi }: { strapi: Core.Strapi }) => {
  const base = botConfig(strapi).folder;
  const remembered = createState<Remembered>(strapi, 'folder');

  /** Remembered over requests; whether it is still there, and where, is asked each time. */
  let knownId: string | undefined;

  const findBy = (
    where: { document_id: string } | { id: number }
  ): Promise<FolderRow | undefined> =>
    query(strapi, (knex) =>
      knex(tableOf(strapi, FOLDER_UID)).where(where).first('id', 'path', 'name', 'document_id')
    );

  const remember = async ({ document_id: documentId }: FolderRow): Promise<void> => {
    await remembered.set({ documentId });
  };

  /** Whether a folder is the bot's: by its name, or by what is in it if an editor renamed it. */
  const isOurs = async ({ id, name }: FolderRow): Promise<boolean> => {
    if (name.startsWith(base) && NUMBER_OR_NOTHING.test(name.slice(base.length))) {
      return true;
    }
    const files: { hash: string }[] = await query(strapi, (knex) =>
      knex(`${folderLinkTable(strapi)} as link`)
        .join(`${tableOf(strapi, FILE_UID)} as file`, 'file.id', 'link.file_id')
        .where('link.folder_id', id)
        .limit(LOOKED_AT)
        .select('file.hash')
    );
    return files.some(({ hash }) => parseStorageName(hash) !== undefined);
  };

  /**
   * The number of a row is another folder's after an import: Strapi counts rows anew. It is
   * believed only of a folder that is told to be the bot's by something else.
   */
  const findByNumber = async (id: number): Promise<FolderRow | undefined> => {
    const folder = await findBy({ id });
    if (folder === undefined || !(await isOurs(folder))) {
      return undefined;
    }
    await remember(folder);
    return folder;
  };

  const find = async (): Promise<FolderRow | undefined> => {
    const folder = await remembered.get();
    if (folder === null) {
      return undefined;
    }
    return 'documentId' in folder
      ? findBy({ document_id: folder.documentId })
      : findByNumber(folder.id);
  };

  const create = async (): Promise<FolderRow> => {
    const folders = strapi.plugin('upload').service('folder');
    let name = base;
    for (let number = 2; await folders.exists({ name, parent: null }); number += 1) {
      name = `${base} (${number})`;
    }
    const { documentId, ...folder }: Folder & { name: string; documentId: string } =
      await folders.create({ name });
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
