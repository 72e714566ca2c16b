import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { FILE_UID, FOLDER_UID } from '../../constants';
import { query, tableOf } from '../../database/connection';
import { requestRefused } from '../../strapi/errors';

import type { FileUse, UsedFile } from './file-uses';
import { getUsingWorksService, type UsingWork } from './using-works';

/** Works that a refusal names; it says of the others that there are more. */
const NAMED = 5;
interface LibraryFile extends UsedFile {
  name: string;
}

const HOW: Record<FileUse['how'], string> = {
  media: 'in its media',
  text: 'in its text',
  relation: 'by a relation',
};

const sentence = ({ title, isPublished, how }: UsingWork): string => {
  const ways = how.map((way) => HOW[way]).join(' and ');
  return `"${title}" (${isPublished ? 'published' : 'draft'}, ${ways})`;
};

const listed = (items: string[]): string =>
  items.slice(0, NAMED).join(', ') + (items.length > NAMED ? ' and more' : '');

const refusal = (names: string[], works: UsingWork[]): Error =>
  requestRefused(
    `Nothing was deleted: ${listed(names.map((name) => `"${name}"`))} ` +
      `${names.length === 1 ? 'is' : 'are'} used by ${listed(works.map(sentence))}. ` +
      'Take the file out of there first, or replace it.',
    { works: works.map(({ title, isPublished, how }) => ({ title, isPublished, how })) }
  );

const createGuard = (strapi: Core.Strapi) => {
  const works = () => getUsingWorksService(strapi);

  /** Files by their ids, and those in folders and in the folders below. */
  const findFiles = async (fileIds: number[], folderIds: number[]): Promise<LibraryFile[]> => {
    const folders: { path: string }[] = await query(strapi, (knex) =>
      knex(tableOf(strapi, FOLDER_UID)).select('path').whereIn('id', folderIds)
    );
    return query(strapi, (knex) =>
      knex(tableOf(strapi, FILE_UID))
        .select('id', 'hash', 'name')
        .whereIn('id', fileIds)
        .orWhere((inFolders) => {
          for (const { path } of folders) {
            void inFolders.orWhere('folder_path', path).orWhere('folder_path', 'like', `${path}/%`);
          }
          // An empty condition would be true of every file.
          return folders.length === 0 ? inFolders.whereRaw('1 = 0') : inFolders;
        })
    );
  };

  return {
    /** @throws ApplicationError that names the works that use one of the files, if there are any */
    async refuseUsed(files: LibraryFile[]): Promise<void> {
      const uses = await works().findUses(files);
      if (uses.length > 0) {
        const used = new Set(uses.map(({ fileId }) => fileId));
        const names = new Set(files.filter(({ id }) => used.has(id)).map(({ name }) => name));
        throw refusal([...names], await works().worksOf(uses));
      }
    },
    findFiles,
  };
};

const numbersIn = (body: unknown, name: string): number[] =>
  [Reflect.get(Object(body), name)].flat().map(Number).filter(Number.isInteger);

interface UploadService {
  remove: (file: LibraryFile) => Promise<unknown>;
}

/**
 * Refuses to delete a file that publications use, in a media field, a component, a relation or a
 * text: their pages would break. To replace it is allowed, its address stays.
 *
 * Here for whoever asks the upload plugin to delete a file: panel, content API, other plugins.
 * To be called when Strapi has started its services.
 */
export const guardFiles = (strapi: Core.Strapi): void => {
  const guard = createGuard(strapi);
  strapi.get('services').extend('plugin::upload.upload', (upload: UploadService) => ({
    ...upload,
    async remove(file: LibraryFile) {
      await guard.refuseUsed([file]);
      return upload.remove(file);
    },
  }));
};

interface BulkController {
  deleteMany: (ctx: Context) => Promise<void>;
}

/**
 * Refuses a bulk delete in the Media Library as a whole, where the upload plugin would delete some
 * of the files before it meets the first one in use. To be called before the routes are made.
 */
export const guardBulkDelete = (strapi: Core.Strapi): void => {
  strapi
    .get('controllers')
    .extend('plugin::upload.admin-folder-file', (controller: BulkController) => ({
      ...controller,
      async deleteMany(ctx: Context) {
        const guard = createGuard(strapi);
        const { body } = ctx.request;
        await guard.refuseUsed(
          await guard.findFiles(numbersIn(body, 'fileIds'), numbersIn(body, 'folderIds'))
        );
        await controller.deleteMany(ctx);
      },
    }));
};
