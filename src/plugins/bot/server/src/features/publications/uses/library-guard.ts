import type { Core } from '@strapi/strapi';

import { requestRefused } from '../../../core/strapi/errors';
import { beforeBulkDelete, beforeFileDelete } from '../../../core/strapi/uploads/file-deletes';

import type { FileUse, UsingWork } from '../../materials';
import { createLibraryUses, toldUse, type LibraryFile, type LibraryUse } from './library-uses';

/** Works that a refusal names; it says of the others that there are more. */
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

/** @throws ApplicationError that names the works that use one of the files, as far as who asks may know them */
const refuseUsed = async (strapi: Core.Strapi, files: LibraryFile[]): Promise<void> => {
  const use = await createLibraryUses(strapi).useOf(files);
  if (use === undefined) return;
  const ctx = strapi.requestContext.get();
  // Code of the site, which asks outside of any request, may know all.
  throw refusal(ctx === undefined ? use : await toldUse(strapi, ctx, use));
};

const numbersIn = (body: unknown, name: string): number[] =>
  [Reflect.get(Object(body), name)].flat().map(Number).filter(Number.isInteger);

/**
 * Refuses to delete a file that publications use, in a media field, a component, a relation or a
 * text: their pages would break. To replace it is allowed, its address stays.
 *
 * Here for whoever asks the upload plugin to delete a file: panel, content API, other plugins.
 * To be called when Strapi has started its services.
 */
export const guardFiles = (strapi: Core.Strapi): void =>
  beforeFileDelete<LibraryFile>(strapi, (file) => refuseUsed(strapi, [file]));

/**
 * Refuses a bulk delete in the Media Library as a whole, where the upload plugin would delete some
 * of the files before it meets the first one in use. To be called before the routes are made.
 */
export const guardBulkDelete = (strapi: Core.Strapi): void =>
  beforeBulkDelete(strapi, async ({ request: { body } }) => {
    const chosen = [numbersIn(body, 'fileIds'), numbersIn(body, 'folderIds')] as const;
    await refuseUsed(strapi, await createLibraryUses(strapi).findFiles(...chosen));
  });
