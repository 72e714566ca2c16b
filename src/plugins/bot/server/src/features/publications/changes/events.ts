import type { ChangeEvent } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import type { NewChange } from '../../changes';
import { botConfig } from '../../../core/config';
import { query, tableOf } from '../../../core/database/connection';
import { fieldColumns } from '../content-type/columns';
import { FIRST_PUBLISHED_ATTRIBUTE } from '../status/columns';
import { isLocalized } from '../../../core/strapi/locales';

/** What a change tells of a publication besides its id. */
export interface Told {
  title: string | null;
  /** Undefined as long as it can be looked up. */
  externalId?: string | null;
  /** Undefined as long as it can be looked up. */
  firstPublishedAt?: Date | null;
}

interface VersionRow {
  title: string | null;
  published_at: unknown;
}

export const changeOf = (event: ChangeEvent, subject: string, told: Told): NewChange => ({
  kind: 'publication',
  event,
  subject,
  ...told,
});

/** The date of the first publish that an entry has, for changes that are recorded when it is deleted. */
export const dateIn = (entry: unknown): Pick<Told, 'firstPublishedAt'> => {
  const date: unknown = Reflect.get(Object(entry), FIRST_PUBLISHED_ATTRIBUTE);
  return { firstPublishedAt: date == null ? null : new Date(date as string | Date) };
};

/** Looks at what there is of a document after a write. */
export const createRemains = (strapi: Core.Strapi) => {
  const { contentType, attributes } = botConfig(strapi);
  const { title } = fieldColumns(strapi);
  const localized = isLocalized(strapi, contentType);

  const versionsOf = (documentId: string): Promise<VersionRow[]> =>
    query(strapi, (knex) =>
      knex(tableOf(strapi, contentType))
        .select({ title, published_at: 'published_at' })
        .where('document_id', documentId)
        .orderBy('id')
    );

  /** What became of a publication when a version was taken away, by whatever way. */
  const eventAfterTaking = async (documentId: string): Promise<ChangeEvent> => {
    const left = await versionsOf(documentId);
    if (left.length === 0) {
      return 'deleted';
    }
    return left.every(({ published_at: at }) => at === null) ? 'unpublished' : 'updated';
  };

  return {
    /** What an entry of it tells; of one that a caller has asked for in part, another version. */
    async toldBy(entry: object, documentId: string): Promise<Told> {
      if (attributes.title in entry) {
        const value: unknown = Reflect.get(entry, attributes.title);
        return { title: typeof value === 'string' ? value : null };
      }
      const [version] = await versionsOf(documentId);
      return { title: version?.title ?? null };
    },

    countOf: async (documentId: string) => (await versionsOf(documentId)).length,

    eventAfterTaking,

    /** The same where the action tells, but for a localized type: others may be left there. */
    async eventAfter(event: 'unpublished' | 'deleted', documentId: string): Promise<ChangeEvent> {
      if (!localized) {
        return event;
      }
      const became = await eventAfterTaking(documentId);
      // The translation that was deleted may have been a draft beside drafts.
      return event === 'deleted' && became === 'unpublished' ? 'updated' : became;
    },
  };
};
