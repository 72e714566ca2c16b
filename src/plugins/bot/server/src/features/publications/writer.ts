import type {
  EntityTags,
  FieldValues,
  MaterialReference,
  NewPublication,
  PublicationChange,
  PublishedPublication,
  RemovedPublication,
} from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { getChangeRecorderService } from '../changes';
import { botConfig } from '../../core/config';
import { serviceOf } from '../../core/service';
import { toDate, transaction, type DatabaseDate } from '../../core/database/connection';
import { createDocumentRows } from '../../core/database/rows/document-rows';
import { holdLock } from '../../core/database/locks';
import { getSiteService } from '../../core/http';
import { getCascadeService, resolveMaterials } from '../materials';
import type { RecordResult } from '../../core/protocol/send';
import { protocolError } from '../../core/protocol/errors';

import { createBodyForm } from './content-type/body';
import { fieldColumns } from './content-type/columns';
import { createMediaForm, createFieldForm } from '../fields';
import { claimExternalId, withExternalId } from './details/claim-external-id';
import { getPublicationDetailService } from './details/details';
import { publicationDocuments, type DraftData } from './documents';
import {
  defaultLocale,
  isLocalized,
  pickMainVersion,
  type LocalizedVersion,
} from '../../core/strapi/locales';
import { requireMatch, type Conditions } from './precondition';
import { readPublication, readTag, type FoundPublication } from './reader';
import { getSlugService, isBlank } from './slug/slug';
import { FIRST_PUBLISHED_COLUMN } from './status/columns';
import { createFirstPublished } from './status/first-published';
import { isCopyOf } from './status/revision';

/** Body of the answer to a write, with the new entity tag of the publication. */
export interface Tagged<Body> {
  body: Body;
  etag: string;
}

/** A row as stored, with its fields keyed by column. */
interface VersionRow extends LocalizedVersion, Record<string, unknown> {
  id: number;
  published_at: unknown;
}

/** The versions of a document. There is always a draft. */
interface Versions {
  /** The draft that is published: the one in the default locale, or else the first one. */
  draft: VersionRow;
  /** The public version in the draft's locale. */
  published?: VersionRow;
  /** Whether there is a public version in any locale. */
  isPublic: boolean;
}

/**
 * Writes publications through Strapi's document service, so that hooks, webhooks and history see each write. Rejects an
 * unknown id with `publication-not-found`; the document service would ignore it.
 */
export const createPublicationService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType } = botConfig(strapi);
  const documents = _.once(() => publicationDocuments(strapi));
  const localized = isLocalized(strapi, contentType);
  const columns = fieldColumns(strapi);
  const bodyForm = createBodyForm(strapi);
  const mediaForm = createMediaForm(strapi);
  const fieldForm = createFieldForm(strapi);
  const firstPublished = createFirstPublished(strapi);

  const rowsOf = createDocumentRows(strapi, contentType);

  const findVersions = async (id: string): Promise<Versions> => {
    const rows = (await rowsOf(id)) as readonly VersionRow[];
    const drafts = rows.filter((row) => row.published_at === null);
    const draft = pickMainVersion(drafts, localized ? await defaultLocale(strapi) : null);
    if (draft === undefined) throw protocolError('publication-not-found');
    const published = rows.filter((row) => row.published_at !== null);
    return {
      draft,
      published: published.find(({ locale }) => !localized || locale === draft.locale),
      isPublic: published.length > 0,
    };
  };

  /** Sets the date of the first publish, if it differs. Null resets a public entry to the date of its current publish. */
  const changeFirstPublished = async (
    id: string,
    { draft, published }: Pick<Versions, 'draft' | 'published'>,
    requested: Date | null | undefined
  ): Promise<void> => {
    if (requested === undefined) return;
    const timeOf = (date: unknown): Date | null =>
      date == null ? null : toDate(date as DatabaseDate);
    const date = requested ?? timeOf(published?.published_at);
    if (timeOf(draft[FIRST_PUBLISHED_COLUMN])?.getTime() !== date?.getTime()) {
      await firstPublished.change(id, date);
    }
  };

  const slugOf = (row: VersionRow): string | null => row[columns.slug] as string | null;

  const localeOf = ({ locale }: VersionRow): { locale?: string } =>
    localized ? { locale: locale ?? undefined } : {};

  /** Parameters for the document service that select all locales of a publication. */
  const allLocalesOf = (documentId: string): { documentId: string; locale?: string } =>
    localized ? { documentId, locale: '*' } : { documentId };

  /** The slug of the public version. Sets one if it is missing, because rows inserted with SQL have no slug. */
  const publicSlug = async (id: string, row: VersionRow): Promise<string | null> => {
    const slug = slugOf(row);
    if (!isBlank(slug)) return slug;
    await getSlugService(strapi).assign(id);
    const { published } = await findVersions(id);
    return published === undefined ? null : slugOf(published);
  };

  /** Publishes the draft unless it equals the public version. @returns the public slug */
  const publishDraft = async (
    documentId: string,
    { draft, published }: Versions
  ): Promise<string | null | undefined> => {
    if (published !== undefined && isCopyOf(draft, published)) {
      await getPublicationDetailService(strapi).write(documentId, { publishAt: null });
      return publicSlug(documentId, published);
    }
    return documents().publish({ documentId, ...localeOf(draft) });
  };

  /**
   * Adds the publication's new entity tag to the answer of a write, and stores the answer for retries of the request.
   */
  const answer = async <Body extends { id: string }>(
    body: Body,
    record: RecordResult<Tagged<Body>>
  ): Promise<Tagged<Body>> => {
    const tagged = { body, etag: await readTag(strapi, body.id) };
    await record(tagged);
    return tagged;
  };

  /** Runs `write` in a transaction and records its changes at the end. */
  const inTransaction = <Result>(write: () => Promise<Result>): Promise<Result> =>
    transaction(strapi, () => getChangeRecorderService(strapi).recordAtEnd(write));

  /**
   * Runs `write` in a transaction, under the lock of the document and after a check of the request's conditions, such
   * as `If-Match`.
   */
  const withDocumentLock = <Result>(
    id: string,
    conditions: Conditions,
    write: () => Promise<Result>
  ): Promise<Result> =>
    inTransaction(async () => {
      await holdLock(strapi, 'document', id);
      await requireMatch(strapi, id, conditions);
      return write();
    });

  /** Finds the row ids of the given materials, in the given order. */
  const filesOf = async (media: MaterialReference[]): Promise<number[]> => {
    const files = await resolveMaterials(strapi, media);
    await mediaForm.check(files);
    return files;
  };

  /**
   * Writes only the fields whose values differ from the draft. If no value differs, there is no write, so no new
   * revision and no event.
   */
  const writeDraft = async (
    id: string,
    draft: VersionRow,
    { body, ...data }: Omit<DraftData, 'fields'>,
    values: FieldValues = {}
  ): Promise<void> => {
    const media = data.media && (await mediaForm.filesOf(draft.id));
    const held: Record<string, unknown> = {
      title: draft[columns.title],
      slug: draft[columns.slug],
      media,
    };
    const isBodySame = body === undefined || (await bodyForm.isSame(body, draft[columns.body]));
    const fields = await fieldForm.differing({ id: draft.id, row: draft }, values);
    const difference = {
      ..._.omitBy(data, (value, name) => value === undefined || _.isEqual(value, held[name])),
      ...(isBodySame ? {} : { body }),
      ...(Object.keys(fields).length > 0 && { fields }),
    };
    if (Object.keys(difference).length > 0) {
      await documents().update({ documentId: id, ...localeOf(draft) }, difference);
    }
  };

  return {
    /**
     * Creates a draft.
     * @throws `unknown-material` with each unknown id; `external-id-taken` with the other publication;
     *   `invalid-request` for a taken slug
     */
    async create(
      { title, slug, body, media, fields = {}, firstPublishedAt, ...details }: NewPublication,
      record: RecordResult<Tagged<{ id: string }>>
    ): Promise<Tagged<{ id: string }>> {
      const write = () =>
        inTransaction(async () => {
          if (details.externalId != null) await claimExternalId(strapi, details.externalId);
          const fileIds = media.length === 0 ? [] : await filesOf(media);
          const stored = await fieldForm.toStored(fields);
          const id = await documents().create({
            ...{ title, body, media: fileIds, fields: stored },
            ...(slug !== undefined && { slug }),
          });
          if (firstPublishedAt != null) await firstPublished.setInitial(id, firstPublishedAt);
          if (Object.values(details).some((value) => value != null)) {
            await getPublicationDetailService(strapi).write(id, details);
          }
          return answer({ id }, record);
        });
      return withExternalId(strapi, details.externalId, undefined, write);
    },

    /**
     * Changes only the given fields of the draft, and publishes it if requested; otherwise the public version stays.
     * The slug stays unless given.
     * @throws `publication-not-found`, `precondition-failed`, `unknown-material`, `external-id-taken`;
     *   `invalid-request` for a taken slug
     */
    async change(
      id: string,
      { title, slug, body, media, fields, firstPublishedAt, ...details }: PublicationChange,
      { publish, ...conditions }: { publish: boolean } & Conditions,
      record: RecordResult<FoundPublication>
    ): Promise<FoundPublication> {
      const write = async () => {
        const { draft, published } = await findVersions(id);
        await claimExternalId(strapi, details.externalId, id);
        const fileIds = media && (await filesOf(media));
        await writeDraft(id, draft, { title, slug, body, media: fileIds }, fields);
        await changeFirstPublished(id, { draft, published }, firstPublishedAt);
        if (publish) {
          await publishDraft(id, await findVersions(id));
        }
        await getPublicationDetailService(strapi).write(id, details);
        const changed = await readPublication(strapi, id);
        await record(changed);
        return changed;
      };
      return withExternalId(strapi, details.externalId, id, () =>
        withDocumentLock(id, conditions, write)
      );
    },

    /**
     * Publishes the draft, unless it equals the public version. Does not change other locales.
     * @throws `publication-not-found`, `precondition-failed`
     */
    async publish(
      id: string,
      ifMatch: EntityTags | undefined,
      record: RecordResult<Tagged<PublishedPublication>>
    ): Promise<Tagged<PublishedPublication>> {
      return withDocumentLock(id, { ifMatch }, async () => {
        const versions = await findVersions(id);
        const slug = (await publishDraft(id, versions)) ?? '';
        const { locale } = versions.draft;
        return answer({ id, url: getSiteService(strapi).urlOfWork({ slug, id, locale }) }, record);
      });
    },

    /**
     * Unpublishes all locales; the draft and its media stay. Does nothing if there is only a draft.
     * @throws `publication-not-found`, `precondition-failed`
     */
    async unpublish(
      id: string,
      ifMatch: EntityTags | undefined,
      record: RecordResult<Tagged<{ id: string }>>
    ): Promise<Tagged<{ id: string }>> {
      return withDocumentLock(id, { ifMatch }, async () => {
        const { isPublic } = await findVersions(id);
        if (isPublic) {
          await documents().unpublish(allLocalesOf(id));
        }
        return answer({ id }, record);
      });
    },

    /**
     * Deletes all versions and locales of the document, and its media that nothing else uses.
     * @throws `publication-not-found`, `precondition-failed`
     */
    async remove(
      id: string,
      ifMatch: EntityTags | undefined,
      record: RecordResult<RemovedPublication>
    ): Promise<RemovedPublication> {
      return withDocumentLock(id, { ifMatch }, async () => {
        const media = await getCascadeService(strapi).report(async () => {
          if (!(await documents().delete(allLocalesOf(id)))) {
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

export const getPublicationService = serviceOf<typeof createPublicationService>('publication');
