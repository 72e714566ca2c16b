import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import { schedule, type Schedule, type PublicationDetails } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import type { OwnType } from '../../../core/additions/own-types';
import { botConfig } from '../../../core/config';
import { PUBLICATION_DETAIL_UID } from '../../../core/constants';
import {
  knexOf,
  afterCommit,
  quote,
  tableOf,
  transaction,
} from '../../../core/database/connection';
import { holdLock } from '../../../core/database/locks';
import { createRowInsert, execute, selectRows } from '../../../core/database/statement';
import { createValidator, fieldInvalid } from '../../../core/protocol/validate';
import { serviceOf } from '../../../core/service';

import { getChangeRecorderService } from '../../changes';
import { changeOf, createRemains } from '../changes/events';
import { scheduleChanged } from '../events';
import { REVISION_COLUMN, STATUS_COLUMN, TRANSLATION } from '../status/columns';

export const validateSchedule = createValidator(schedule.partial());

/**
 * Rejects an unpublish time that is not after the publish time. @throws `invalid-request` on the field in the request
 */
const assertOrder = ({ publishAt, unpublishAt }: Schedule, input: Partial<Schedule>): void => {
  if (publishAt !== null && unpublishAt !== null && unpublishAt <= publishAt) {
    const field = input.unpublishAt === undefined ? 'publishAt' : 'unpublishAt';
    throw fieldInvalid(field, 'unpublishAt must be after publishAt');
  }
};

/** Table of publication details that are not content: external id, schedule and reviewed revision. */
export const publicationDetail: OwnType = {
  description:
    'What is said of a publication and is no part of its content; its document id is that of the publication',
  attributes: {
    externalId: { type: 'string' },
    externalKey: { type: 'string', column: { unique: true } },
    publishAt: { type: 'biginteger' },
    unpublishAt: { type: 'biginteger' },
    dueAt: { type: 'biginteger' },
    attempts: { type: 'integer' },
    lastError: { type: 'text' },
    scheduledCreatedAt: { type: 'datetime' },
    reviewedRevision: { type: 'string' },
  },
  uniqueIndexes: { bot_publication_details_of_index: ['document_id'] },
  indexes: {
    bot_publication_details_due_index: ['due_at'],
    bot_publication_details_scheduled_index: ['scheduled_created_at', 'document_id'],
  },
};

/** Milliseconds since 1970; PostgreSQL's driver returns them as a string. */
type Milliseconds = number | string;

/** A row of the table of publication details. */
export interface DetailRow {
  id: number;
  document_id: string;
  external_id: string | null;
  external_key: string | null;
  publish_at: Milliseconds | null;
  unpublish_at: Milliseconds | null;
  /**
   * The time of the worker's next action: the earlier of `publish_at` and `unpublish_at`, or a retry after a failure.
   */
  due_at: Milliseconds | null;
  attempts: number | null;
  last_error: string | null;
  /** The last revision that an editor has reviewed; see `status/revision.ts`. */
  reviewed_revision: string | null;
}

const SWEPT_AT_ONCE = 500;

const NONE: PublicationDetails = { externalId: null, publishAt: null, unpublishAt: null };

const fromMilliseconds = (value: Milliseconds | null): Date | null =>
  value === null ? null : new Date(Number(value));

/** Converts a time in milliseconds to ISO 8601. */
export const textOfMilliseconds = (value: Milliseconds | null): string | null =>
  fromMilliseconds(value)?.toISOString() ?? null;

const toDetails = (row: DetailRow): PublicationDetails => ({
  externalId: row.external_id,
  publishAt: fromMilliseconds(row.publish_at),
  unpublishAt: fromMilliseconds(row.unpublish_at),
});

/** Starts a query of the table of publication details. */
export const publicationDetails = (strapi: Core.Strapi) =>
  knexOf(strapi)<DetailRow>(tableOf(strapi, PUBLICATION_DETAIL_UID));

const toMilliseconds = (date: Date | null): number | null => date && date.getTime();

/** The unique key of an external id, a hash, because collations of MySQL treat `a`, `A` and `a ` as equal. */
export const externalKeyOf = (id: string): string =>
  createHash('sha256').update(id).digest('base64url');

const nameColumns = ({ externalId }: PublicationDetails) => ({
  external_id: externalId,
  external_key: externalId === null ? null : externalKeyOf(externalId),
});

const withoutUndefined = <Values extends object>(values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;

const isSameSchedule = (one: Schedule, other: Schedule): boolean =>
  isDeepStrictEqual([one.publishAt, one.unpublishAt], [other.publishAt, other.unpublishAt]);

/**
 * Stores details of publications in a separate table, because the content type belongs to the site. Only publications
 * with details have a row. Times are numbers, because date columns depend on time zones.
 */
export const createPublicationDetailService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType } = botConfig(strapi);
  const details = () => publicationDetails(strapi);
  const insertRow = createRowInsert(strapi, PUBLICATION_DETAIL_UID);
  const table = quote(strapi, tableOf(strapi, PUBLICATION_DETAIL_UID));
  const works = quote(strapi, tableOf(strapi, contentType));
  const isOrphan = `NOT EXISTS (SELECT 1 FROM ${works} AS work
    WHERE work.document_id = ${table}.document_id)`;
  // Plain SQL for speed, because each deletion runs it.
  const deleteOrphan = `DELETE FROM ${table} WHERE document_id = ? AND ${isOrphan}`;
  const deleteOrphansBetween = `DELETE FROM ${table} WHERE id > ? AND id <= ? AND ${isOrphan}`;

  const findRow = (documentId: string): Promise<DetailRow | undefined> =>
    selectRows<DetailRow>(strapi, `SELECT * FROM ${table} WHERE document_id = ?`, [
      documentId,
    ]).then(([row]) => row);

  const remains = createRemains(strapi);
  const recordUpdate = async (documentId: string): Promise<void> => {
    const changeDetails = await remains.readChangeDetails({}, documentId);
    await getChangeRecorderService(strapi).record([changeOf('updated', documentId, changeDetails)]);
  };

  const findIdsAfter = (last: number): Promise<number[]> =>
    details().where('id', '>', last).orderBy('id').limit(SWEPT_AT_ONCE).pluck('id');

  /** SQL subquery for a column of a publication's draft. Ignores drafts of translations. */
  const ofDraft = (column: string, documentId: string) =>
    knexOf(strapi).raw(
      `(SELECT ${column} FROM ${works} WHERE document_id = ? AND published_at IS NULL
        AND COALESCE(${STATUS_COLUMN}, '') <> '${TRANSLATION}' ORDER BY id LIMIT 1)`,
      [documentId]
    );

  const scheduleColumns = (documentId: string, schedule: Schedule) => {
    const publishAt = toMilliseconds(schedule.publishAt);
    const unpublishAt = toMilliseconds(schedule.unpublishAt);
    return {
      publish_at: publishAt,
      unpublish_at: unpublishAt,
      due_at: publishAt ?? unpublishAt,
      // The sort key of the list of scheduled publications.
      scheduled_created_at: publishAt === null ? null : ofDraft('created_at', documentId),
      attempts: 0,
      last_error: null,
    };
  };

  const update = async (
    documentId: string,
    before: PublicationDetails,
    after: PublicationDetails,
    isReviewed: boolean
  ): Promise<void> => {
    const own = details().where({ document_id: documentId });
    if (isDeepStrictEqual(after, NONE) && !isReviewed) return own.delete();
    const schedule = isSameSchedule(before, after) ? {} : scheduleColumns(documentId, after);
    await own.update({ ...nameColumns(after), ...schedule });
  };

  const insert = async (documentId: string, after: PublicationDetails): Promise<void> => {
    await insertRow({
      document_id: documentId,
      ...nameColumns(after),
      ...scheduleColumns(documentId, after),
    });
  };

  const write = async (
    documentId: string,
    input: Partial<PublicationDetails>,
    { isRecorded }: { isRecorded: boolean }
  ): Promise<void> => {
    const named = withoutUndefined(input);
    if (Object.keys(named).length === 0) return;
    const row = await findRow(documentId);
    const before = row === undefined ? NONE : toDetails(row);
    const after = { ...before, ...named };
    if (isDeepStrictEqual(before, after)) return;
    assertOrder(after, named);
    await (row === undefined
      ? insert(documentId, after)
      : update(documentId, before, after, row.reviewed_revision !== null));
    if (isRecorded) {
      await recordUpdate(documentId);
    }
    if (!isSameSchedule(before, after)) {
      afterCommit(() => void scheduleChanged.emit(strapi));
    }
  };

  const service = {
    async find(documentId: string): Promise<PublicationDetails> {
      const row = await findRow(documentId);
      return row === undefined ? NONE : toDetails(row);
    },

    async findIdByExternalId(externalId: string): Promise<string | undefined> {
      const row = await details()
        .where({ external_key: externalKeyOf(externalId) })
        .first('document_id');
      return row?.document_id;
    },

    /**
     * Writes details of a publication. Call it in the transaction and under the lock of the write; null removes a
     * value.
     * @throws `invalid-request` if the times are in the wrong order; the database's error for a taken external id
     */
    write: (documentId: string, input: Partial<PublicationDetails>): Promise<void> =>
      write(documentId, input, { isRecorded: true }),

    /** Marks the current revisions of publications as reviewed. */
    async markReviewed(documentIds: string[]): Promise<void> {
      for (const documentId of documentIds) {
        await transaction(strapi, async () => {
          await holdLock(strapi, 'document', documentId);
          if ((await findRow(documentId)) === undefined) await insert(documentId, NONE);
          await details()
            .where({ document_id: documentId })
            .update({ reviewed_revision: ofDraft(REVISION_COLUMN, documentId) } as object);
        });
      }
    },

    /** Clears `publishAt` after a publication was published. The publish itself is already recorded as a change. */
    async notePublished(documentId: string): Promise<void> {
      const row = await findRow(documentId);
      if (row !== undefined && row.publish_at !== null) {
        await write(documentId, { publishAt: null }, { isRecorded: false });
      }
    },

    /** Clears `unpublishAt` after a publication was unpublished, unless it is scheduled to be published again. */
    async noteUnpublished(documentId: string): Promise<void> {
      const { publishAt, unpublishAt } = await service.find(documentId);
      if (publishAt === null && unpublishAt !== null) {
        await write(documentId, { unpublishAt: null }, { isRecorded: false });
      }
    },

    /** Deletes the details of a document if no version is left in any locale. */
    async deleteOrphan(documentId: string): Promise<void> {
      await execute(strapi, deleteOrphan, [documentId]);
    },

    /** Deletes details of publications that were deleted without the document service, in batches. */
    async sweep(): Promise<void> {
      let last = 0;
      let ids: number[];
      do {
        ids = await findIdsAfter(last);
        await knexOf(strapi).raw(deleteOrphansBetween, [last, ids.at(-1) ?? last]);
        last = ids.at(-1) ?? last;
      } while (ids.length === SWEPT_AT_ONCE);
    },
  };
  return service;
};

export const getPublicationDetailService =
  serviceOf<typeof createPublicationDetailService>('publicationDetail');
