import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { isThere } from '../../../core/database/rows/existing-rows';
import { isLocalized } from '../../../core/strapi/locales';
import type { WritePhases } from '../../../core/writes/phases';
import { entriesOf } from '../changes/writes';

import { followDeletion } from './follow-deletion';

/**
 * The one place where every deletion by the document service passes: the bot's, an editor's, and an
 * editor's bulk delete. A database lifecycle would not do: those also fire when a version is
 * replaced on publish, unpublish and discard, and would take the media of a live work.
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
