/*
 * Leans on the controller `collection-types` of `@strapi/content-manager` 5.54: it reads hidden attributes to the panel,
 * and writes none. The panel's part of this plugin sends one back (`core/content-manager/loaded-revision.ts`).
 * `tests/panel/two-people-one-work.long.test.ts` notices a change.
 */
import type { Core } from '@strapi/strapi';
import createError from 'http-errors';

import { botConfig } from '../../core/config';
import { query, tableOf } from '../../core/database/connection';
import type { WritePhases } from '../../core/writes/phases';
import { REVISION_ATTRIBUTE, REVISION_COLUMN } from '../publications';

/** The revision that the form of the panel was loaded from, which the request under way saves; undefined of any other. */
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
 * Refuses a save of the panel (409) if the draft is not the one that its form was loaded from: it would undo what the
 * bot, somebody else, or the same person in another tab has saved since. To be called under the lock of the document.
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
      // For update: as it is now, and not as it was when the caller's transaction began.
      const draft: Record<string, unknown> | undefined = await query(strapi, (knex) =>
        knex(tableOf(strapi, contentType))
          .where({ document_id: documentId, published_at: null, ...(locale && { locale }) })
          .forUpdate()
          .first(REVISION_COLUMN)
      );
      if (draft !== undefined && draft[REVISION_COLUMN] !== loaded) {
        // The panel says it in its own language.
        throw createError(409, 'bot.changed-since', { details: { code: 'changed-since' } });
      }
    },
  };
};
