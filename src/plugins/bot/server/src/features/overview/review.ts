import { PUBLICATION_STATUSES, type PanelPage, type ToReview } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import type { ChangeRow } from '../changes';
import { botConfig } from '../../core/config';
import { CHANGE_UID, PUBLICATION_DETAIL_UID } from '../../core/constants';
import { knexOf, tableOf, toDate, type DatabaseDate } from '../../core/database/connection';
import { newestRow } from '../../core/database/rows/existing-rows';
import {
  fieldColumns,
  MADE_BY_COLUMN,
  REVISION_COLUMN,
  STATUS_COLUMN,
  textOfMilliseconds,
  titleHas,
} from '../publications';

import type { ReviewQuery } from './query';

const SHOWN = 25;
/** Maximum milliseconds between two equal publications that may come from retries of one request. */
const RETRY_MILLISECONDS = 600_000;
/** Number of recent changes to search for changes of editors. */
const LOOKED_AT = 100_000;

/** Events that count as changes of an editor. Publishing the bot's draft without edits does not count. */
const CHANGES: ChangeRow['event'][] = ['updated', 'unpublished'];

/** A row of a result page. The id of the last row is the cursor of the next page. */
interface Row {
  id: number;
  document_id: string;
  title: string | null;
  event: ChangeRow['event'];
  at: DatabaseDate;
  by: string | null;
  publish_at: number | string | null;
}

interface DraftRow extends Pick<Row, 'document_id' | 'title' | 'at'> {
  body: unknown;
}

/** Makes the function that finds publications pending review, page by page. */
export const createReview = (strapi: Core.Strapi) => {
  const { contentType } = botConfig(strapi);
  const changes = tableOf(strapi, CHANGE_UID);
  const works = tableOf(strapi, contentType);
  const details = tableOf(strapi, PUBLICATION_DETAIL_UID);

  /** SQL condition: the current draft has been reviewed. */
  const isReviewed = ['?? = ??', ['detail.reviewed_revision', `work.${REVISION_COLUMN}`]] as const;
  const isNot = () =>
    knexOf(strapi).raw(`COALESCE(${isReviewed[0]}, FALSE) = FALSE`, isReviewed[1]);

  /** Finds the bot's drafts, newest first. */
  const findDrafts = ({ kind, search, before }: ReviewQuery): Promise<Row[]> => {
    const knex = knexOf(strapi);
    const { title } = fieldColumns(strapi);
    const rows = knex({ work: works })
      .leftJoin({ detail: details }, 'detail.document_id', 'work.document_id')
      .select(
        'work.id',
        'work.document_id',
        { title: `work.${title}`, at: 'work.created_at' },
        knex.raw(`'created' AS event, NULL AS ??`, ['by']),
        'detail.publish_at'
      )
      .where({ [`work.${STATUS_COLUMN}`]: 'draft', [`work.${MADE_BY_COLUMN}`]: 'bot' })
      .orderBy([
        { column: 'work.created_at', order: 'desc' },
        { column: 'work.document_id', order: 'desc' },
      ])
      .limit(SHOWN + 1);
    if (kind === 'drafts') void rows.where(isNot());
    if (kind === 'reviewed') void rows.whereRaw(...isReviewed);
    if (kind === 'scheduled') void rows.whereNotNull('detail.publish_at');
    if (search !== undefined) void rows.whereRaw(...titleHas(search, `work.${title}`));
    if (before !== undefined) {
      void rows.whereRaw(
        '(work.created_at, work.document_id) < (SELECT created_at, document_id FROM ?? WHERE id = ?)',
        [works, before]
      );
    }
    return rows as never;
  };

  /** Finds publications that an editor has changed after the bot, most recent change first. */
  const findChanged = async ({ search, before }: ReviewQuery): Promise<Row[]> => {
    const newest = await newestRow(strapi, changes);
    const knex = knexOf(strapi);
    const rows = knex({ word: changes })
      .join({ work: works }, 'work.document_id', 'word.subject')
      .leftJoin({ detail: details }, 'detail.document_id', 'word.subject')
      .select('word.id', 'word.title', 'word.event', 'detail.publish_at', {
        document_id: 'word.subject',
        at: 'word.happened_at',
        by: 'word.user_name',
      })
      .where('word.id', '>', newest - LOOKED_AT)
      .where({ 'word.kind': 'publication', 'word.who': 'editor' })
      .whereIn('word.event', CHANGES)
      .whereIn(`work.${STATUS_COLUMN}`, PUBLICATION_STATUSES)
      .where(isNot())
      .whereNotExists(
        knex({ later: changes })
          .select(knex.raw('1'))
          .whereRaw('?? = ??', ['later.subject', 'word.subject'])
          .whereRaw('?? > ??', ['later.id', 'word.id'])
          .where((answer) =>
            answer
              .where('later.who', 'bot')
              .orWhere('later.event', 'deleted')
              .orWhere((again) =>
                again.where('later.who', 'editor').whereIn('later.event', CHANGES)
              )
          )
      )
      .whereExists(
        knex({ bots: changes })
          .select(knex.raw('1'))
          .whereRaw('?? = ??', ['bots.subject', 'word.subject'])
          .where('bots.who', 'bot')
      )
      .orderBy('word.id', 'desc')
      .limit(SHOWN + 1);
    if (search !== undefined) void rows.whereRaw(...titleHas(search, 'word.title'));
    if (before !== undefined) void rows.where('word.id', '<', before);
    return rows as never;
  };

  /**
   * Ids of the bot's publications, draft or published, that have the same title and text as another of the bot's
   * publications, created at most ten minutes before or after. These copies result from retries without an idempotency
   * key; tools publish only the last copy.
   */
  const findAlike = async (drafts: Row[]): Promise<Set<string>> => {
    if (drafts.length === 0) return new Set();
    const { title, body } = fieldColumns(strapi);
    const times = drafts.map(({ at }) => toDate(at).getTime());
    const from = new Date(Math.min(...times) - RETRY_MILLISECONDS);
    const to = new Date(Math.max(...times) + RETRY_MILLISECONDS);
    const rows: DraftRow[] = await knexOf(strapi)(works)
      .select('document_id', { title, body, at: 'created_at' })
      .where({ [MADE_BY_COLUMN]: 'bot' })
      .whereIn(STATUS_COLUMN, PUBLICATION_STATUSES)
      .whereBetween('created_at', [from, to])
      .whereIn(title, _.uniq(drafts.flatMap((draft) => draft.title ?? [])))
      .orderBy('created_at');
    const alike = new Set<string>();
    for (const same of Object.values(
      _.groupBy(rows, (row) => JSON.stringify([row.title, row.body]))
    )) {
      for (const [index, { document_id: id, at }] of same.entries()) {
        const next = same[index + 1];
        if (!next || toDate(next.at).getTime() - toDate(at).getTime() > RETRY_MILLISECONDS)
          continue;
        alike.add(id).add(next.document_id);
      }
    }
    return alike;
  };

  return async (query: ReviewQuery): Promise<PanelPage<Omit<ToReview, 'allowed'>>> => {
    const rows = await (query.kind === 'changed' ? findChanged(query) : findDrafts(query));
    const shown = rows.slice(0, SHOWN);
    const alike = query.kind === 'changed' ? new Set() : await findAlike(shown);
    return {
      items: shown.map((row) => ({
        id: row.document_id,
        title: row.title,
        event: row.event,
        at: toDate(row.at).toISOString(),
        by: row.by,
        publishAt: textOfMilliseconds(row.publish_at),
        isAlike: alike.has(row.document_id),
      })),
      next: rows.length > SHOWN ? (shown.at(-1)?.id ?? null) : null,
    };
  };
};
