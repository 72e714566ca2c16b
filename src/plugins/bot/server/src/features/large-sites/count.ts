import { PUBLICATION_STATUSES, type PublicationStatus } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { query, tableOf, type DatabaseDate } from '../../core/database/connection';
import { STATUS_COLUMN } from '../publications';

/** Up to so many, they are counted each time. */
const EXACT = 10_000;
/** Works that are counted in one statement, so that others have their turn. */
const STEP = 10_000;
/** How long a number of very many is good enough. */
const FRESH_MILLISECONDS = 60_000;

interface Place {
  created_at: DatabaseDate;
  document_id: string;
}

/**
 * How many publications of some statuses there are: as many as there are up to 10,000; of more, as many as there
 * were about a minute ago. To count a million on each page of the panel's list takes longer than to find the page.
 * Not for localized types, where a list has a locale.
 */
export const createPublicationCount = (
  strapi: Core.Strapi,
  statuses: readonly PublicationStatus[] = PUBLICATION_STATUSES
): (() => Promise<number>) => {
  const table = tableOf(strapi, botConfig(strapi).contentType);
  let known: { count: number; at: number } | undefined;
  let counting: Promise<number> | undefined;

  const countFew = async (): Promise<number> => {
    const row: { count?: number | string } | undefined = await query(strapi, (knex) =>
      knex(
        knex(table)
          .select('id')
          .where((drafts) =>
            statuses.length === PUBLICATION_STATUSES.length
              ? drafts.whereNull('published_at')
              : drafts.whereIn(STATUS_COLUMN, statuses)
          )
          .limit(EXACT + 1)
          .as('few')
      )
        .count({ count: '*' })
        .first()
    );
    return Number(row?.count);
  };

  /** A stretch of the index behind a place. */
  const stretchOf = (status: string, place: Place | undefined) =>
    query(strapi, async (knex) => {
      const rows = knex(table).where(STATUS_COLUMN, status);
      if (place !== undefined) {
        void rows
          .where('created_at', '>=', place.created_at)
          .where((behind) =>
            behind
              .where('created_at', '>', place.created_at)
              .orWhere('document_id', '>', place.document_id)
          );
      }
      const last: Place | undefined = await rows
        .clone()
        .orderBy('created_at')
        .orderBy('document_id')
        .offset(STEP - 1)
        .first('created_at', 'document_id');
      if (last !== undefined) return { count: STEP, last };
      const rest: { count?: number | string } | undefined = await rows
        .count({ count: '*' })
        .first();
      return { count: Number(rest?.count), last };
    });

  const countAll = async (): Promise<number> => {
    let sum = 0;
    for (const status of statuses) {
      let place: Place | undefined;
      do {
        const stretch = await stretchOf(status, place);
        sum += stretch.count;
        place = stretch.last;
      } while (place !== undefined);
    }
    return sum;
  };

  const recount = (): Promise<number> => {
    counting ??= countAll()
      .then((count) => {
        known = { count, at: Date.now() };
        return count;
      })
      .finally(() => {
        counting = undefined;
      });
    return counting;
  };

  return async () => {
    const few = await countFew();
    if (few <= EXACT) return few;
    if (known === undefined) return Math.max(await recount(), few);
    if (known.at + FRESH_MILLISECONDS < Date.now()) {
      recount().catch((error: unknown) => void strapi.log.warn(error));
    }
    return Math.max(known.count, few);
  };
};
