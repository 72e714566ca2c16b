import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { isThere } from '../../../core/database/rows/existing-rows';
import { defineQuestion } from '../../../core/hooks';
import { isLocalized } from '../../../core/strapi/locales';
import type { WritePhases } from '../../../core/writes/phases';

import { getCascadeService, type FileKeeper } from '../../materials';
import { entriesOf } from '../changes/writes';

/** Called once a publication is gone. @returns who keeps the files that go with it, if anybody does */
type KeepDeleted = () => Promise<FileKeeper | undefined>;

/** A publication is about to be deleted, in the transaction that deletes it: whether somebody keeps it. */
export const beforeDeletion = defineQuestion<string, Promise<KeepDeleted>>(
  async () => async () => undefined
);

/** Looks up what goes with a publication, before its deletion. @returns removes its files, once it or a locale is gone */
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

/**
 * Every deletion by the document service passes here. A database lifecycle would not do: it also fires when a
 * publish, unpublish or discard replaces a version, and would remove the media of a live work.
 */
export const createMediaCascade = (strapi: Core.Strapi): WritePhases => {
  const { contentType } = botConfig(strapi);
  const localized = isLocalized(strapi, contentType);

  return {
    async record({ action, params }) {
      if (action !== 'delete') {
        return undefined;
      }
      const documentId = String(params.documentId);
      const follow = await followDeletion(strapi, documentId);
      // Asked as the bot asks, Strapi takes all of it.
      const takesAll = !localized && Object.keys(params).join() === 'documentId';
      return async (result) =>
        follow(
          takesAll
            ? entriesOf(result).length > 0
            : !(await isThere(strapi, contentType, documentId))
        );
    },
  };
};
