import type { ChangeEvent } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import type { NewChange } from '../../changes';
import { botConfig } from '../../../core/config';
import { knexOf, tableOf } from '../../../core/database/connection';
import { fieldColumns } from '../content-type/columns';
import { FIRST_PUBLISHED_ATTRIBUTE } from '../status/columns';
import { isLocalized } from '../../../core/strapi/locales';

/** Data of a publication in a change record, except the publication's id. */
export interface ChangeDetails {
  title: string | null;
  /** External id of the publication; undefined if the change recorder can look up the external id. */
  externalId?: string | null;
  /** Date of the first publish; undefined if the change recorder can look up the date. */
  firstPublishedAt?: Date | null;
}

interface VersionRow {
  title: string | null;
  published_at: unknown;
}

/** Makes the change record of a publication. */
export const changeOf = (
  event: ChangeEvent,
  subject: string,
  changeDetails: ChangeDetails
): NewChange => ({
  kind: 'publication',
  event,
  subject,
  ...changeDetails,
});

/** Reads an entry's date of its first publication, for the change record of a deletion. */
export const dateIn = (entry: unknown): Pick<ChangeDetails, 'firstPublishedAt'> => {
  const date: unknown = Reflect.get(Object(entry), FIRST_PUBLISHED_ATTRIBUTE);
  return { firstPublishedAt: date == null ? null : new Date(date as string | Date) };
};

/** Reads which versions of a document remain after a write. */
export const createRemains = (strapi: Core.Strapi) => {
  const { contentType, attributes } = botConfig(strapi);
  const { title } = fieldColumns(strapi);
  const localized = isLocalized(strapi, contentType);

  const versionsOf = (documentId: string): Promise<VersionRow[]> =>
    knexOf(strapi)(tableOf(strapi, contentType))
      .select({ title, published_at: 'published_at' })
      .where('document_id', documentId)
      .orderBy('id');

  /** The event after the removal of a version: deleted, unpublished or updated. */
  const eventAfterRemoval = async (documentId: string): Promise<ChangeEvent> => {
    const left = await versionsOf(documentId);
    if (left.length === 0) return 'deleted';
    return left.every(({ published_at: at }) => at === null) ? 'unpublished' : 'updated';
  };

  return {
    /** Returns the data for a change record from an entry, or from another version if the entry has no title. */
    async readChangeDetails(entry: object, documentId: string): Promise<ChangeDetails> {
      if (attributes.title in entry) {
        const value: unknown = Reflect.get(entry, attributes.title);
        return { title: typeof value === 'string' ? value : null };
      }
      const [version] = await versionsOf(documentId);
      return { title: version?.title ?? null };
    },

    countOf: async (documentId: string) => (await versionsOf(documentId)).length,

    eventAfterRemoval,

    /**
     * The change event to record after an unpublish or a deletion. On a localized type, the event depends on the
     * remaining versions, because other locales may remain.
     */
    async eventAfter(event: 'unpublished' | 'deleted', documentId: string): Promise<ChangeEvent> {
      if (!localized) return event;
      const became = await eventAfterRemoval(documentId);
      // The deleted translation may have been a draft, and only drafts remain.
      return event === 'deleted' && became === 'unpublished' ? 'updated' : became;
    },
  };
};
