/*
 * Relies on: the controller `collection-types` of `@strapi/content-manager` 5.54, which sends hidden attributes of the
 *   rows that it reads to the panel and writes none; the panel sends the revision back
 *   (`core/content-manager/loaded-revision.ts`).
 * Breaks if: the controller no longer sends hidden attributes, or writes them.
 * Checked by: `tests/panel/two-people-one-work.long.test.ts`
 */
import type { Core } from '@strapi/strapi';
import createError from 'http-errors';

import { botConfig } from '../../core/config';
import { knexOf, tableOf } from '../../core/database/connection';
import { getSwitchesService } from '../../core/http';
import { protocolError } from '../../core/protocol/errors';
import { shownInternals } from '../../core/strapi/hidden/internal-attributes';
import type { WritePhases } from '../../core/writes/phases';
import { findEditorChange } from '../changes';
import { REVISION_ATTRIBUTE, REVISION_COLUMN } from '../publications';

/** The current request if the panel sent it to read or write publications; undefined otherwise. */
const panelRequest = (strapi: Core.Strapi) => {
  const ctx = strapi.requestContext.get();
  const { userAbility } = Object(ctx?.state) as { userAbility?: unknown };
  const { model } = Object(ctx?.params) as { model?: string };
  const isOfPanel = userAbility !== undefined && model === botConfig(strapi).contentType;
  return isOfPanel ? ctx : undefined;
};

/** The revision from which the panel's form was loaded; undefined if the current request does not save this document. */
const loadedRevision = (strapi: Core.Strapi, documentId: string): string | undefined => {
  const ctx = panelRequest(strapi);
  const { id } = Object(ctx?.params) as { id?: string };
  const revision: unknown = Reflect.get(Object(ctx?.request.body), REVISION_ATTRIBUTE);
  return id === documentId && typeof revision === 'string' ? revision : undefined;
};

/**
 * Includes the revision, a hidden attribute, in the rows that Strapi sends to the panel, so that revision and form
 * values are from the same save.
 */
export const showRevisionToPanel = (strapi: Core.Strapi): void => {
  const { contentType } = botConfig(strapi);
  shownInternals.answer(strapi, (uid) =>
    uid === contentType && panelRequest(strapi) !== undefined ? [REVISION_ATTRIBUTE] : []
  );
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
      if (loaded === undefined) return;
      // `FOR UPDATE` reads the current row, not the snapshot of the caller's transaction.
      const draft: Record<string, unknown> | undefined = await knexOf(strapi)(
        tableOf(strapi, contentType)
      )
        .where({ document_id: documentId, published_at: null, ...(locale && { locale }) })
        .forUpdate()
        .first(REVISION_COLUMN);
      if (draft !== undefined && draft[REVISION_COLUMN] !== loaded) {
        // The panel translates this message.
        throw createError(409, 'bot.changed-since', { details: { code: 'changed-since' } });
      }
    },
  };
};

/** Whether changes of editors are protected, by the panel's setting or else by the site's configuration. */
export const protectsEditors = (strapi: Core.Strapi): boolean =>
  getSwitchesService(strapi).current().protectEditors ?? botConfig(strapi).protectEditors;

/** Rejects a write if an editor has changed the publication since the bot's last write. @throws `changed-by-editor` */
export const assertNotChangedByEditor = async (strapi: Core.Strapi, id: string): Promise<void> => {
  const word = await findEditorChange(strapi, id);
  if (word !== undefined) {
    throw protocolError('changed-by-editor', {
      message: `An editor has changed the publication at ${word.at.toISOString()}. Read it again, then send If-Match`,
      details: { changedAt: word.at.toISOString(), changedBy: word.name },
    });
  }
};
