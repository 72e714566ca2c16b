import type { Core } from '@strapi/strapi';

import { defineQuestion } from '../../../core/hooks';
import { getCascadeService, type FileKeeper } from '../../materials';

/** Called once a publication is gone. @returns who keeps the files that go with it, if anybody does */
type KeepDeleted = () => Promise<FileKeeper | undefined>;

/** A publication is about to be deleted, in the transaction that deletes it: whether somebody keeps it. */
export const beforeDeletion = defineQuestion<string, Promise<KeepDeleted>>(
  async () => async () => undefined
);

/**
 * Looks at what goes with a publication, before it is deleted and in the same transaction.
 * @returns to be called when it is, or when a locale of it is: takes away its files
 */
export const followDeletion = async (
  strapi: Core.Strapi,
  documentId: string
): Promise<(isGone: boolean) => Promise<void>> => {
  const cascade = getCascadeService(strapi);
  const files = await cascade.findLinkedFiles(documentId);
  const keep = await beforeDeletion.ask(strapi, documentId);
  return async (isGone) => {
    await cascade.removeUnlinked(files, isGone ? await keep() : undefined);
  };
};
