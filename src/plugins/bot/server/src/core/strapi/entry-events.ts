/*
 * Relies on: the document service events of Strapi 5.54: `{ model, uid, entry }`, emitted after the commit
 * Breaks if: Strapi changes this payload
 * Checked by: `tests/editors/the-bots-writes-look-like-strapis.long.test.ts`
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

/** Related records of an entry, keyed by attribute. */
export type Populated = Map<string, PopulatedValue>;

/** Emits Strapi's entry events `{ model, uid, entry }`, as the document service does. */
export const createEntryEventService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType } = botConfig(strapi);
  const { uid, modelName } = strapi.getModel(contentType);
  const toPublicEntry = createPublicView(strapi, uid);
  const views = new Map<UID.Schema, (entity: Entity) => Entity>();

  const toPublic = (type: UID.Schema | undefined, value: Entity | Entity[] | null): unknown => {
    if (type === undefined || value === null) return value;
    const view = views.get(type) ?? createPublicView(strapi, type);
    views.set(type, view);
    return Array.isArray(value) ? value.map(view) : view(value);
  };

  return {
    /** Emits an event after the open transaction commits. @param populated related records of the entry */
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
  reliesOn: 'strapi.eventHub of @strapi/core',
  isPresent: ({ eventHub }) => hasMethods(eventHub, 'emit'),
};
