/*
 * Leans on the events of the document service of Strapi 5.54: `{ model, uid, entry }`, sent once the
 * transaction has committed.
 * `tests/editors/the-bots-writes-look-like-strapis.test.ts` notices a change.
 */
import type { Core } from '@strapi/strapi';

import { botConfig } from '../config';
import { FILE_UID, PLUGIN_ID } from '../constants';
import { afterCommit } from '../database/connection';
import { createPublicView, type Entity } from '../database/entity';

/**
 * Tells Strapi's webhooks and other listeners of entries that come and go, in the words of the
 * document service: `{ model, uid, entry }`.
 */
export const createEntryEventService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType, attributes } = botConfig(strapi);
  const { uid, modelName } = strapi.getModel(contentType);
  const toPublicEntry = createPublicView(strapi, uid);
  const toPublicFile = createPublicView(strapi, FILE_UID);

  return {
    /**
     * Tells of an entry once the open transaction has committed; if it does not, nobody hears.
     * @param files the media of an entry that is there
     */
    async emit(
      event: 'entry.create' | 'entry.publish' | 'entry.unpublish' | 'entry.delete',
      entity: Entity,
      files?: Entity[]
    ): Promise<void> {
      const entry = toPublicEntry(entity);
      if (files !== undefined) {
        entry[attributes.media] = files.map(toPublicFile);
      }
      await afterCommit(strapi, () => {
        strapi.eventHub
          .emit(event, { model: modelName, uid, entry })
          .catch((error: unknown) => strapi.log.error(error));
      });
    },
  };
};

export type EntryEventService = ReturnType<typeof createEntryEventService>;

/** Gives this service of a site. */
export const getEntryEventService = (strapi: Core.Strapi): EntryEventService =>
  strapi.plugin(PLUGIN_ID).service('entryEvents');
