/*
 * Relies on: the controller `collection-types` of `@strapi/content-manager` 5.54, which sends hidden attributes to the
 *   panel and writes none; the panel sends the revision back (`core/content-manager/loaded-revision.ts`).
 * Breaks if: the controller no longer sends hidden attributes, or writes them.
 * Checked by: `tests/panel/two-people-one-work.long.test.ts`
 */
import type { Core } from '@strapi/strapi';
import createError from 'http-errors';

import { botConfig } from '../../core/config';
import { query, tableOf } from '../../core/database/connection';
import type { WritePhases } from '../../core/writes/phases';
import { REVISION_ATTRIBUTE, REVISION_COLUMN } from '../publications';

/** The revision from which the panel's form was loaded; undefined if the current request does not save this document. */
const loadedRevision = (strapi: Core.Strapi, documentId: string): string | undefined => {
  const ctx = strapi.requestContext.get();
  const { userAbility } = Object(ctx?.state) as { userAbility?: unknown };
  const { model, id } = Object(ctx?.params) as { model?: string; id?: string };
  const isSave = userAbility !== undefined && model === botConfig(strapi).contentType;
  if (!isSave || id !== documentId) {
    return undefined;
  }
  const revision: unknown = Reflect.get(Object(ctx?.request.body), REVISION_ATTRIBUTE);
  return typeof revision === 'string' ? revision : undefined;
};

/**
 * Rejects a save in the panel (409) if the draft has changed since its form was loaded, by the bot, by another
 * person or in another tab. Call it under the lock of the document.
 */
export const createLoadedVersionRule = (strapi: Core.Strapi): WritePhases => {
  const { contentType } = botConfig(strapi);

  return {
    async validate({ action, params: { documentId, locale } }) {
      const loaded =
        action === 'update' && documentId !== undefined
          ? loadedRevision(strapi, documentId)
          : undefined;
      if (loaded === undefined) {
        return;
      }
      // `FOR UPDATE` reads the current row, not the snapshot of the caller's transaction.
      const draft: Record<string, unknown> | undefined = await query(strapi, (knex) =>
        knex(tableOf(strapi, contentType))
          .where({ document_id: documentId, published_at: null, ...(locale && { locale }) })
          .forUpdate()
          .first(REVISION_COLUMN)
      );
      if (draft !== undefined && draft[REVISION_COLUMN] !== loaded) {
        // The panel translates this message.
        throw createError(409, 'bot.changed-since', { details: { code: 'changed-since' } });
      }
    },
  };
};
