/*
 * Leans on the events of the document service of Strapi 5.54: `{ model, uid, entry }`, sent once the
 * transaction has committed.
 * `tests/editors/the-bots-writes-look-like-strapis.long.test.ts` notices a change.
 */
import type { Core, UID } from '@strapi/strapi';

import { botConfig } from '../config';
import { serviceOf } from '../service';
import { afterCommit } from '../database/connection';
import { createPublicView, type Entity } from '../database/rows/entity';
import { hasMethods, type Probe } from './probe';

export interface PopulatedValue {
  uid?: UID.Schema;
  value: Entity | Entity[] | null;
}

/** What an entry is linked to, by attribute. */
export type Populated = Map<string, PopulatedValue>;

/** Sends Strapi's events of entries, `{ model, uid, entry }`, as the document service does. */
export const createEntryEventService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType } = botConfig(strapi);
  const { uid, modelName } = strapi.getModel(contentType);
  const toPublicEntry = createPublicView(strapi, uid);
  const views = new Map<UID.Schema, (entity: Entity) => Entity>();

  const toPublic = (type: UID.Schema | undefined, value: Entity | Entity[] | null): unknown => {
    if (type === undefined || value === null) {
      return value;
    }
    const view = views.get(type) ?? createPublicView(strapi, type);
    views.set(type, view);
    return Array.isArray(value) ? value.map(view) : view(value);
  };

  return {
    /** Sends an event after the commit of the open transaction. @param populated what the entry is linked to */
    emit(
      event: `entry.${'create' | 'update' | 'publish' | 'unpublish' | 'delete'}`,
      entity: Entity,
      populated?: Populated
    ): void {
      const entry = toPublicEntry(entity);
      for (const [name, { uid: type, value }] of populated ?? []) {
        entry[name] = toPublic(type, value);
      }
      afterCommit(() => {
        strapi.eventHub
          .emit(event, { model: modelName, uid, entry })
          .catch((error: unknown) => strapi.log.error(error));
      });
    },
  };
};

export const getEntryEventService = serviceOf<typeof createEntryEventService>('entryEvents');

export const EVENTS: Probe = {
  name: "Strapi's own webhooks for what the bot writes",
  leansOn: 'strapi.eventHub of @strapi/core',
  isThere: ({ eventHub }) => hasMethods(eventHub, 'emit'),
};
