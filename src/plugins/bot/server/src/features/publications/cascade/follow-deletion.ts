import type { Core } from '@strapi/strapi';

import { getTrashService } from '../../trash/trash';

import { getCascadeService } from './cascade';

/**
 * Looks at what goes with a publication, before it is deleted and in the same transaction.
 * @returns to be called when it is: keeps it in the trash, if there is one, and takes away its files
 */
export const followDeletion = async (
  strapi: Core.Strapi,
  documentId: string
): Promise<() => Promise<void>> => {
  const cascade = getCascadeService(strapi);
  const trash = getTrashService(strapi);
  const files = await cascade.findLinkedFiles(documentId);
  const content = await trash.read(documentId);
  return async () => {
    const trashedWith = content && (await trash.keep(documentId, content));
    await cascade.removeUnlinked(files, trashedWith);
  };
};
