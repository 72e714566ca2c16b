import type { PublicationStatus } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import {
  knexOf,
  quote,
  tableOf,
  toDate,
  transaction,
  type DatabaseDate,
} from '../../../core/database/connection';
import { holdLock } from '../../../core/database/locks';
import { createState } from '../../../core/database/state';
import { execute } from '../../../core/database/statement';
import { serviceOf } from '../../../core/service';
import {
  defaultLocale,
  isLocalized,
  pickMainVersion,
  type LocalizedVersion,
} from '../../../core/strapi/locales';

import {
  FIRST_PUBLISHED_COLUMN,
  PUBLIC_VERSION,
  STATUS_COLUMN,
  TRANSLATION,
  type RowStatus,
} from './columns';
import { createMissingDrafts, completeRawRows } from './incomplete-rows';

interface VersionRow extends LocalizedVersion {
  id: number;
  published_at: DatabaseDate | null;
  [FIRST_PUBLISHED_COLUMN]: DatabaseDate | null;
  [STATUS_COLUMN]: RowStatus | null;
}

const isPublic = ({ published_at }: VersionRow): boolean => published_at !== null;

const statusesOf = (
  versions: VersionRow[],
  locale: string | null
): (readonly [VersionRow, RowStatus])[] => {
  const published = pickMainVersion(versions.filter(isPublic), locale);
  const draft = pickMainVersion(
    versions.filter((version) => !isPublic(version)),
    locale
  );
  const ofDraft = published === undefined ? 'draft' : 'published';
  return versions.map((version) => {
    if (version === published) return [version, PUBLIC_VERSION];
    return [version, version === draft ? ofDraft : TRANSLATION];
  });
};

/** The date of the first publish as stored in any version, or else the publish date of the oldest public version. */
const firstPublishOf = (versions: VersionRow[]): Date | undefined => {
  const stored = versions.flatMap((version) => version[FIRST_PUBLISHED_COLUMN] ?? []);
  const dates = stored.length > 0 ? stored : versions.flatMap((one) => one.published_at ?? []);
  return dates.length === 0
    ? undefined
    : new Date(Math.min(...dates.map((date) => toDate(date).getTime())));
};

/**
 * Maximum number of documents whose status is set one by one. If more documents have no status, all are set in bulk.
 */
const ONE_BY_ONE = 200;

/** Writes the status column of publications; see `features/publications/status/columns.ts`. */
export const createPublicationStatusService = ({ strapi }: { strapi: Core.Strapi }) => {
  const uid = botConfig(strapi).contentType;
  const table = tableOf(strapi, uid);
  const localized = isLocalized(strapi, uid);

  const findUnmarked = async (): Promise<string | undefined> => {
    const row: { document_id: string } | undefined = await knexOf(strapi)(table)
      .whereNull(STATUS_COLUMN)
      .first('document_id');
    return row?.document_id;
  };

  /** Sets the status of all rows that have none. Expensive: scans all published rows. Use for bulk updates only. */
  const fillInAll = async (): Promise<void> => {
    await knexOf(strapi)(table)
      .whereNull(STATUS_COLUMN)
      .whereNotNull('published_at')
      .update({ [STATUS_COLUMN]: PUBLIC_VERSION });
    const knex = knexOf(strapi);
    // MySQL cannot read the table that it updates, except through a derived table.
    const published = knex
      .select('document_id')
      .from(knex(table).select('document_id').whereNotNull('published_at').as('published'));
    await knex(table)
      .whereNull(STATUS_COLUMN)
      .update({
        [STATUS_COLUMN]: knex.raw(
          "CASE WHEN document_id IN (?) THEN 'published' ELSE 'draft' END",
          [published]
        ),
      });
  };

  // Plain SQL for speed, because each publish runs it. Skips a public version that was inserted with both values
  // (`added-columns.ts`), because databases would write its text and index entries again.
  const updateStatus = `UPDATE ${quote(strapi, table)}
    SET ${STATUS_COLUMN} = CASE WHEN published_at IS NULL THEN ? ELSE ? END,
      ${FIRST_PUBLISHED_COLUMN} = COALESCE(${FIRST_PUBLISHED_COLUMN}, ?)
    WHERE document_id = ? AND (published_at IS NULL OR ${FIRST_PUBLISHED_COLUMN} IS NULL
      OR ${STATUS_COLUMN} IS NULL OR ${STATUS_COLUMN} <> ?)`;
  const missingDrafts = createMissingDrafts(strapi);

  const service = {
    /** Creates drafts for all public versions that have no draft. Too expensive to run every half minute. */
    makeMissingDrafts: () => missingDrafts.ofAllRows(),

    localized,

    /**
     * Sets the status of all versions of a document in one statement.
     * @param publishedAt the date of the first publish, unless the document has one
     */
    async mark(
      documentId: string,
      status: PublicationStatus,
      publishedAt: Date | null
    ): Promise<void> {
      const values = [status, PUBLIC_VERSION, publishedAt, documentId, PUBLIC_VERSION];
      await execute(strapi, updateStatus, values);
    },

    /** Determines the status of all versions of a document, and updates those that differ. */
    async remark(documentId: string): Promise<void> {
      await transaction(strapi, async () => {
        await holdLock(strapi, 'document', documentId);
        const versions: VersionRow[] = await knexOf(strapi)(table)
          .select('id', 'locale', 'published_at', STATUS_COLUMN, FIRST_PUBLISHED_COLUMN)
          .where('document_id', documentId)
          .orderBy('id');
        const date = firstPublishOf(versions);
        if (date !== undefined && versions.some((one) => one[FIRST_PUBLISHED_COLUMN] === null)) {
          await knexOf(strapi)(table)
            .where('document_id', documentId)
            .whereNull(FIRST_PUBLISHED_COLUMN)
            .update({ [FIRST_PUBLISHED_COLUMN]: date });
        }
        const locale = localized ? await defaultLocale(strapi) : null;
        for (const [{ id, ...version }, status] of statusesOf(versions, locale)) {
          if (version[STATUS_COLUMN] !== status) {
            await knexOf(strapi)(table)
              .where({ id })
              .update({ [STATUS_COLUMN]: status });
          }
        }
      });
    },

    /** Updates the status of translated documents after a change of the default locale. */
    async followDefaultLocale(): Promise<void> {
      if (!localized) return;
      const locale = await defaultLocale(strapi);
      const shown = createState<string>(strapi, 'shown-locale');
      if ((await shown.get()) === locale) return;
      const ids: string[] = await knexOf(strapi)(table)
        .distinct()
        .where(STATUS_COLUMN, TRANSLATION)
        .pluck('document_id');
      for (const id of ids) {
        await service.remark(id);
      }
      await shown.set(locale);
    },

    /** Sets the status of rows that have none. If all rows have one, this costs one look-up by an index. */
    async fillIn(): Promise<void> {
      await completeRawRows(strapi, uid);
      await missingDrafts.ofNewRows();
      let looks = 0;
      let documentId = await findUnmarked();
      while (documentId !== undefined) {
        if (looks === ONE_BY_ONE && !localized) return fillInAll();
        await service.remark(documentId);
        documentId = await findUnmarked();
        looks += 1;
      }
    },
  };
  return service;
};

export const getPublicationStatusService =
  serviceOf<typeof createPublicationStatusService>('publicationStatus');
