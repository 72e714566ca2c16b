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

/** What a list is asked for by its status, or by the name that the bot has for a publication. */
export const createConditions = ({ works, details, drafts, isOf, leadOf }: Versions) => {
  /** By status, not by `published_at IS NULL`, which half of all rows are: a planner might read and sort them all. */
  const hasStatus = (status: PublicationStatus): Condition => ({
    from: `${works} AS draft`,
    sql: `draft.${STATUS_COLUMN} = ?`,
    values: [status],
  });

  /** Scheduled ones are few, with an index of their own in this order; drafts are looked up from there. */
  const isScheduled = async (): Promise<Condition> => {
    const lead = await leadOf('waiting.document_id');
    return {
      from: `${details} AS waiting CROSS JOIN ${drafts}`,
      place: { createdAt: 'waiting.scheduled_created_at', id: 'waiting.document_id' },
      sql: `waiting.scheduled_created_at IS NOT NULL AND draft.id = ${lead.sql}`,
      values: lead.values,
    };
  };

  /** One publication by the name that the bot has for it. */
  const hasExternalId = async (
    externalId: string,
    status: ListedStatus | undefined
  ): Promise<Condition> => {
    const named = `FROM ${details} WHERE external_key = ?`;
    const lead = await leadOf(`(SELECT document_id ${named})`);
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

  /** The parts of a list, one of each status. */
  return async (
    status: ListedStatus | undefined,
    externalId: string | undefined
  ): Promise<Condition[]> => {
    if (externalId !== undefined) {
      return [await hasExternalId(externalId, status)];
    }
    if (status === 'scheduled') {
      return [await isScheduled()];
    }
    return (status === undefined ? PUBLICATION_STATUSES : [status]).map(hasStatus);
  };
};

export type Conditions = ReturnType<typeof createConditions>;
