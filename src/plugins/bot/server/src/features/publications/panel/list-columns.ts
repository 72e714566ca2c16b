import type { Core } from '@strapi/strapi';

import { findLastWriters, findMakers, type Maker, type Person } from './makers';
import { findSchedules, type ListedSchedule } from '../../schedule/schedules';

/** What the panel's list shows of a publication besides its fields. */
export interface ListColumns extends ListedSchedule {
  madeBy: Maker | null;
  /** Who saved it last; null if that was longer ago than the table of changes goes back. */
  changedBy: Person | null;
}

/** Finds what the list shows besides of some publications, by their document ids. */
export const findListColumns = async (
  strapi: Core.Strapi,
  ids: string[]
): Promise<Map<string, ListColumns>> => {
  const makers = await findMakers(strapi, ids);
  const writers = await findLastWriters(strapi, ids, ['created', 'updated']);
  const schedules = await findSchedules(strapi, ids);
  return new Map(
    ids.map((id) => [
      id,
      {
        madeBy: makers.get(id) ?? null,
        changedBy: writers.get(id) ?? null,
        publishAt: null,
        unpublishAt: null,
        scheduleError: null,
        ...schedules.get(id),
      },
    ])
  );
};
