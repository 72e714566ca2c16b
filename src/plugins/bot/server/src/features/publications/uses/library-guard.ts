import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

import { botConfig } from '../../../core/config';
import { FILE_UID, FOLDER_UID } from '../../../core/constants';
import { knexOf, tableOf } from '../../../core/database/connection';
import { requestRefused } from '../../../core/strapi/errors';
import { createPanelPermissions } from '../../../core/strapi/panel/permission';
import { beforeBulkDelete, beforeFileDelete } from '../../../core/strapi/uploads/file-deletes';

import type { UsedFile, UsingWork, FileUse } from '../../materials';

import { getUsingWorksService } from './using-works';

interface LibraryFile extends UsedFile {
  documentId: string;
  name: string;
}

/** Names of files in use, and the publications that use them. */
interface LibraryUse {
  files: string[];
  works: UsingWork[];
  /** Whether the files are also used by publications that the user may not read. */
  others: boolean;
}

/** Removes publications from the uses of files if the user may not read the publication or its title. */
const readableUse = async (
  strapi: Core.Strapi,
  ctx: Context,
  { works, ...use }: LibraryUse
): Promise<LibraryUse> => {
  const { title } = botConfig(strapi).attributes;
  const readableWorks = await createPanelPermissions(strapi, ctx).readable(works, title);
  return { ...use, works: readableWorks, others: readableWorks.length < works.length };
};

/** Finds files by their ids, and all files in folders and their subfolders. */
const findFiles = async (
  strapi: Core.Strapi,
  fileIds: number[],
  folderIds: number[]
): Promise<LibraryFile[]> => {
  const folders: string[] = await knexOf(strapi)(tableOf(strapi, FOLDER_UID))
    .whereIn('id', folderIds)
    .pluck('path');
  const files = knexOf(strapi)(tableOf(strapi, FILE_UID))
    .select('id', { documentId: 'document_id' }, 'hash', 'name')
    .whereIn('id', fileIds)
    .orWhereIn('folder_path', folders);
  folders.forEach((path) => void files.orWhere('folder_path', 'like', `${path}/%`));
  return files;
};

/** Finds the uses of files by publications; undefined if there are none. */
const useOf = async (
  strapi: Core.Strapi,
  files: LibraryFile[]
): Promise<LibraryUse | undefined> => {
  const works = getUsingWorksService(strapi);
  const uses = await works.findUses(files);
  if (uses.length === 0) return undefined;
  const used = new Set(uses.map(({ fileId }) => fileId));
  const names = files.filter(({ id }) => used.has(id)).map(({ name }) => name);
  return { files: [...new Set(names)], works: await works.worksOf(uses), others: false };
};

/** Maximum number of publications in an error message; the message says if there are more. */
const NAMED = 5;

const HOW: Record<FileUse['how'], string> = {
  media: 'in its media',
  text: 'in its text',
  relation: 'by a relation',
};

const sentence = ({ title, isPublished, how }: UsingWork): string => {
  const ways = how.map((way) => HOW[way]).join(' and ');
  return `"${title}" (${isPublished ? 'published' : 'draft'}, ${ways})`;
};

const listed = (items: string[], others = false): string => {
  if (items.length === 0) return 'works that are not shown to you';
  return items.slice(0, NAMED).join(', ') + (items.length > NAMED || others ? ' and more' : '');
};

const refusal = ({ files, works, others }: LibraryUse): Error =>
  requestRefused(
    `Nothing was deleted: ${listed(files.map((name) => `"${name}"`))} ` +
      `${files.length === 1 ? 'is' : 'are'} used by ${listed(works.map(sentence), others)}. ` +
      'Take the file out of there first, or replace it.',
    { code: 'file-in-use' }
  );

/** Rejects the deletion of files in use. @throws ApplicationError with those publications that the user may read */
const refuseUsed = async (strapi: Core.Strapi, files: LibraryFile[]): Promise<void> => {
  const use = await useOf(strapi, files);
  if (use === undefined) return;
  const ctx = strapi.requestContext.get();
  // Outside of a request the site's own code is the caller, and may see all publications.
  throw refusal(ctx === undefined ? use : await readableUse(strapi, ctx, use));
};

const numbersIn = (body: unknown, name: string): number[] =>
  [Reflect.get(Object(body), name)].flat().map(Number).filter(Number.isInteger);

/**
 * Rejects the deletion of a file that publications use in a media field, a component, a relation or a text, for every
 * caller of the upload plugin. Replacing a file is allowed: its address stays. Call it after Strapi has created its
 * services.
 */
export const guardFiles = (strapi: Core.Strapi): void =>
  beforeFileDelete<LibraryFile>(strapi, (file) => refuseUsed(strapi, [file]));

/**
 * Rejects a bulk delete in the Media Library as a whole. The upload plugin would delete some of the files before it
 * finds one in use. Call it before the routes are created.
 */
export const guardBulkDelete = (strapi: Core.Strapi): void =>
  beforeBulkDelete(strapi, async ({ request: { body } }) => {
    const chosen = [numbersIn(body, 'fileIds'), numbersIn(body, 'folderIds')] as const;
    await refuseUsed(strapi, await findFiles(strapi, ...chosen));
  });
