import type { Core } from '@strapi/strapi';

import { botConfig } from '../config';
import { PLUGIN_ID } from '../constants';
import { query, tableOf, transaction } from '../database/connection';
import { holdLock } from '../database/locks';
import { getSiteService } from '../http';
import { getMaterialReaderService, type MaterialReference } from '../materials';
import type { RecordResult } from '../protocol/answer';
import { protocolError } from '../protocol/errors';

import { getCascadeService, type CascadeReport } from './cascade/cascade';
import { publicationDocuments } from './documents';
import { defaultLocale, isLocalized, leadOf, type LocalizedVersion } from './locales';
import { getSlugService, isBlank } from './slug/slug';
import { isCopyOf } from './status/revision';

export interface NewPublication {
  title: string;
  body?: string | null;
  media: MaterialReference[];
}

export interface RemovedPublication {
  id: string;
  media: CascadeReport;
}

export interface PublishedPublication {
  id: string;
  /** The absolute public address. */
  url: string;
}

interface VersionRow extends LocalizedVersion {
  slug: string | null;
  published_at: unknown;
}

/** The versions of a document: a draft is always there, public ones may be. */
interface Versions {
  /** What publishing makes public: the draft in the default locale, or the first there is. */
  draft: VersionRow;
  /** The public version in its locale. */
  published?: VersionRow;
  /** Whether there is a public version in any locale. */
  isPublic: boolean;
}

/**
 * Writes publications, through Strapi's document service, so that hooks, webhooks and the
 * editors' history see each write. An id that no document has is `publication-not-found`;
 * the document service itself would say nothing.
 */
export const createPublicationService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType } = botConfig(strapi);
  const documents = () => publicationDocuments(strapi);
  const localized = isLocalized(strapi, contentType);

  const findVersions = async (id: string): Promise<Versions> => {
    const rows: VersionRow[] = await query(strapi, (knex) =>
      knex(tableOf(strapi, contentType)).where('document_id', id)
    );
    const drafts = rows.filter((row) => row.published_at === null);
    const draft = leadOf(drafts, localized ? await defaultLocale(strapi) : null);
    if (draft === undefined) {
      throw protocolError('publication-not-found');
    }
    const published = rows.filter((row) => row.published_at !== null);
    return {
      draft,
      published: published.find(({ locale }) => !localized || locale === draft.locale),
      isPublic: published.length > 0,
    };
  };

  /** Of a localized type, a publication is its document in all locales. */
  const whole = (documentId: string): { documentId: string; locale?: string } =>
    localized ? { documentId, locale: '*' } : { documentId };

  /** Somebody may have written a version past Strapi, without a slug. */
  const findWithSlugs = async (id: string): Promise<Versions> => {
    const versions = await findVersions(id);
    const { draft, published = draft } = versions;
    if (!isBlank(draft.slug) && !isBlank(published.slug)) {
      return versions;
    }
    await getSlugService(strapi).give(id);
    return findVersions(id);
  };

  /** Makes the draft public if it is not yet as it stands. @returns the slug of what is public */
  const makePublic = async (
    documentId: string,
    { draft, published }: Versions
  ): Promise<string | null | undefined> => {
    if (published !== undefined && isCopyOf(draft, published)) {
      return published.slug;
    }
    const locale = localized ? { locale: draft.locale ?? undefined } : {};
    const { entries } = await documents().publish({ documentId, ...locale });
    return entries[0]?.slug;
  };

  /** Runs `write` alone on a document, with what it looks at first in the same transaction. */
  const alone = <Result>(id: string, write: () => Promise<Result>): Promise<Result> =>
    transaction(strapi, async () => {
      await holdLock(strapi, 'document', id);
      return write();
    });

  return {
    /**
     * Creates a draft.
     * @throws `unknown-material` naming every element of `media` that does not exist
     */
    async create(
      { title, body, media }: NewPublication,
      record: RecordResult<{ id: string }>
    ): Promise<{ id: string }> {
      return transaction(strapi, async () => {
        const fileIds = await getMaterialReaderService(strapi).resolve(media);
        const { documentId } = await documents().create({
          data: { title, body, media: fileIds },
        });
        const created = { id: documentId };
        await record(created);
        return created;
      });
    },

    /**
     * Makes the draft version public. Nothing happens if it is public already, as it stands.
     * Translations that are not in the default locale are left to their editors.
     * @throws `publication-not-found`
     */
    async publish(
      id: string,
      record: RecordResult<PublishedPublication>
    ): Promise<PublishedPublication> {
      return alone(id, async () => {
        const versions = await findWithSlugs(id);
        const slug = (await makePublic(id, versions)) ?? '';
        const { locale } = versions.draft;
        const published = { id, url: getSiteService(strapi).urlOfWork({ slug, id, locale }) };
        await record(published);
        return published;
      });
    },

    /**
     * Takes the published version away, in every locale; the draft and its media stay. Nothing happens to a draft.
     * @throws `publication-not-found`
     */
    async unpublish(id: string, record: RecordResult<{ id: string }>): Promise<{ id: string }> {
      return alone(id, async () => {
        const { isPublic } = await findVersions(id);
        if (isPublic) {
          await documents().unpublish({ ...whole(id), populate: '*' });
        }
        await record({ id });
        return { id };
      });
    },

    /**
     * Deletes the document in all its versions and locales, and with it the media that nothing
     * else uses.
     * @throws `publication-not-found`
     */
    async remove(
      id: string,
      record: RecordResult<RemovedPublication>
    ): Promise<RemovedPublication> {
      return transaction(strapi, async () => {
        const media = await getCascadeService(strapi).report(async () => {
          const { entries } = await documents().delete(whole(id));
          if (entries.length === 0) {
            throw protocolError('publication-not-found');
          }
        });
        const removed = { id, media };
        await record(removed);
        return removed;
      });
    },
  };
};

export type PublicationService = ReturnType<typeof createPublicationService>;

/** Gives this service of a site. */
export const getPublicationService = (strapi: Core.Strapi): PublicationService =>
  strapi.plugin(PLUGIN_ID).service('publication');
