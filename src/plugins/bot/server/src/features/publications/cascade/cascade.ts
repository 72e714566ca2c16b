import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { documentExists } from '../../../core/database/rows/existing-rows';
import { defineQuestion } from '../../../core/hooks';
import { isLocalized } from '../../../core/strapi/locales';
import type { WritePhases } from '../../../core/writes/phases';

import { getCascadeService, type FileKeeper } from '../../materials';
import { entriesOf } from '../changes/writes';

/**
 * Function to call after a publication is deleted. Returns the function that takes over the publication's files, if any
 * feature keeps them.
 */
type KeepDeleted = () => Promise<FileKeeper | undefined>;

/**
 * Hook that runs before a publication is deleted, in the same transaction: a feature may keep the publication and its
 * files.
 */
export const beforeDeletion = defineQuestion<string, Promise<KeepDeleted>>(
  async () => async () => undefined
);

/** Finds the files of a publication before its deletion. @returns a function to call after the deletion, which deletes them */
export const followDeletion = async (
  strapi: Core.Strapi,
  documentId: string
): Promise<(isDeleted: boolean) => Promise<void>> => {
  const cascade = getCascadeService(strapi);
  const files = await cascade.findLinkedFiles(documentId);
  const keep = await beforeDeletion.resolve(strapi, documentId);
  return async (isDeleted) => {
    await cascade.removeUnlinked(files, isDeleted ? await keep() : undefined);
  };
};

/**
 * Deletes media when the document service deletes a publication. A database lifecycle would not work: it also fires
 * when publish, unpublish or discard replaces a version, and would delete the media of a published entry.
 */
export const createMediaCascade = (strapi: Core.Strapi): WritePhases => {
  const { contentType } = botConfig(strapi);
  const localized = isLocalized(strapi, contentType);

  return {
    async record({ action, params }) {
      if (action !== 'delete') return undefined;
      const documentId = String(params.documentId);
      const follow = await followDeletion(strapi, documentId);
      // A call without other parameters, as from the bot, deletes all versions.
      const takesAll = !localized && Object.keys(params).join() === 'documentId';
      return async (result) =>
        follow(
          takesAll
            ? entriesOf(result).length > 0
            : !(await documentExists(strapi, contentType, documentId))
        );
    },
  };
};
