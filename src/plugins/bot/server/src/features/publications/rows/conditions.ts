import {
  type ListedStatus,
  PUBLICATION_STATUSES,
  type PublicationStatus,
} from '@fleet-bot/protocol';

import { externalKeyOf } from '../details/details';
import type { Statement } from '../filters/filters';
import { STATUS_COLUMN } from '../status/columns';

import type { Condition } from './parts';
import type { Versions } from './versions';

/** Makes the function that converts a status or an external id to the conditions of a list. */
export const createConditions = ({ works, details, drafts, isOf, mainVersionOf }: Versions) => {
  /**
   * Condition on the status column. With `published_at IS NULL` instead, a planner might read and sort all drafts,
   * which are half of the table.
   */
  const hasStatus = (status: PublicationStatus): Condition => ({
    from: `${works} AS draft`,
    sql: `draft.${STATUS_COLUMN} = ?`,
    values: [status],
  });

  /**
   * Condition for scheduled publications. Starts at the table of publication details, where few rows have a schedule
   * and an index has the order of the list.
   */
  const isScheduled = async (): Promise<Condition> => {
    const lead = await mainVersionOf('waiting.document_id');
    return {
      from: `${details} AS waiting CROSS JOIN ${drafts}`,
      place: { createdAt: 'waiting.scheduled_created_at', id: 'waiting.document_id' },
      sql: `waiting.scheduled_created_at IS NOT NULL AND draft.id = ${lead.sql}`,
      values: lead.values,
    };
  };

  /** Condition for one publication, by its external id. */
  const hasExternalId = async (
    externalId: string,
    status: ListedStatus | undefined
  ): Promise<Condition> => {
    const named = `FROM ${details} WHERE external_key = ?`;
    const lead = await mainVersionOf(`(SELECT document_id ${named})`);
    const key = externalKeyOf(externalId);
    const ofStatus: Statement =
      status === 'scheduled'
        ? { sql: `AND (SELECT publish_at ${named}) IS NOT NULL`, values: [key] }
        : isOf(status);
    return {
      sql: `draft.id = ${lead.sql} ${ofStatus.sql}`,
      values: [key, ...lead.values, ...ofStatus.values],
    };
  };

  /** Returns one condition for each status in the list. */
  return async (
    status: ListedStatus | undefined,
    externalId: string | undefined
  ): Promise<Condition[]> => {
    if (externalId !== undefined) return [await hasExternalId(externalId, status)];
    if (status === 'scheduled') return [await isScheduled()];
    return (status === undefined ? PUBLICATION_STATUSES : [status]).map(hasStatus);
  };
};

export type Conditions = ReturnType<typeof createConditions>;
