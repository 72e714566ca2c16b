import type { Review } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import type { ChangeRow } from '../changes';
import { botConfig } from '../../core/config';
import { CHANGE_UID } from '../../core/constants';
import { serviceOf } from '../../core/service';
import { query, tableOf, toDate, type DatabaseDate } from '../../core/database/connection';
import { fieldColumns, MADE_BY_COLUMN, STATUS_COLUMN } from '../publications';

/** Works of each kind that are shown. */
const SHOWN = 25;
/** The last changes, among which those of editors are looked for. */
const LOOKED_AT = 100_000;

/** To publish a work as the bot has written it changes nothing of it. */
const CHANGES: ChangeRow['event'][] = ['updated', 'unpublished'];

/** Finds what people have to look at. */
export const createReviewService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType } = botConfig(strapi);
  const uid = contentType as Parameters<typeof tableOf>[1];
  const table = () => tableOf(strapi, CHANGE_UID);

  const findDrafts = async (): Promise<Review['drafts']> => {
    const { title } = fieldColumns(strapi);
    const rows: { document_id: string; title: string | null; created_at: DatabaseDate }[] =
      await query(strapi, (knex) =>
        knex(tableOf(strapi, uid))
          .select('document_id', { title }, 'created_at')
          .where({ [STATUS_COLUMN]: 'draft', [MADE_BY_COLUMN]: 'bot' })
          .orderBy('created_at', 'desc')
          .orderBy('document_id', 'desc')
          .limit(SHOWN + 1)
      );
    return rows.map((row) => ({
      id: row.document_id,
      title: row.title,
      createdAt: toDate(row.created_at).toISOString(),
    }));
  };

  const findChanged = async (): Promise<Review['changed']> => {
    const newest: { last?: number | null } | undefined = await query(strapi, (knex) =>
      knex(table()).max({ last: 'id' }).first()
    );
    const rows: ChangeRow[] = await query(strapi, (knex) =>
      knex({ word: table() })
        .select('word.*')
        .where('word.id', '>', Number(newest?.last ?? 0) - LOOKED_AT)
        .where({ 'word.kind': 'publication', 'word.who': 'editor' })
        .whereIn('word.event', CHANGES)
        .whereNotExists(
          knex({ later: table() })
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
          knex({ bots: table() })
            .select(knex.raw('1'))
            .whereRaw('?? = ??', ['bots.subject', 'word.subject'])
            .where('bots.who', 'bot')
        )
        .orderBy('word.id', 'desc')
        .limit(SHOWN)
    );
    return rows.map((row) => ({
      id: row.subject,
      title: row.title,
      event: row.event,
      at: toDate(row.happened_at).toISOString(),
      by: row.user_name,
    }));
  };

  return {
    async find(): Promise<Review> {
      const drafts = await findDrafts();
      return {
        drafts: drafts.slice(0, SHOWN),
        moreDrafts: drafts.length > SHOWN,
        changed: await findChanged(),
      };
    },
  };
};

export const getReviewService = serviceOf<typeof createReviewService>('review');
