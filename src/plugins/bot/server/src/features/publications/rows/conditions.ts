import {
  type ListedStatus,
  PUBLICATION_STATUSES,
  type PublicationStatus,
} from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { externalKeyOf } from '../details/details';
import type { Statement } from '../filters/filters';
import { defaultLocale } from '../../../core/strapi/locales';
import { STATUS_COLUMN, TRANSLATION } from '../status/columns';

import type { Condition } from './parts';
import type { Versions } from './versions';

/** What a list is asked for by its status, or by the name that the bot has for a publication. */
export const createConditions = (strapi: Core.Strapi, versions: Versions) => {
  const { works, details, drafts, localized, rank, isOf, leadOf } = versions;

  /**
   * By status, not by `published_at IS NULL`: half of all rows are that, and a planner that takes
   * it for the better index reads and sorts them all.
   */
  const hasStatus = (status: PublicationStatus): Condition => ({
    from: `${works} AS draft`,
    sql: `draft.${STATUS_COLUMN} = ?`,
    values: [status],
  });

  /**
   * Rows that somebody has written past this plugin, or while it was off, have no status until they
   * are repaired; what they are can be seen from their document. There are few of them, if any.
   */
  const hasNoStatus = async (status: PublicationStatus | undefined): Promise<Statement> => {
    const locale = localized ? await defaultLocale(strapi) : '';
    const isLead = `AND NOT EXISTS (SELECT 1 FROM ${works} AS other
      WHERE other.document_id = draft.document_id AND other.published_at IS NULL
        AND CASE WHEN other.${STATUS_COLUMN} IS NULL THEN ${rank('other')} < ${rank('draft')}
          ELSE other.${STATUS_COLUMN} <> '${TRANSLATION}' END)`;
    const ofStatus = isOf(status);
    return {
      // An index by `published_at` has half of all rows there, and looks as good to SQLite.
      sql: `draft.${STATUS_COLUMN} IS NULL AND CASE WHEN draft.published_at IS NULL THEN 1 ELSE 0 END <> 0
        AND draft.created_at IS NOT NULL AND draft.document_id IS NOT NULL
        ${localized ? isLead : ''} ${ofStatus.sql}`,
      values: [...(localized ? [locale, locale] : []), ...ofStatus.values],
    };
  };

  /**
   * What waits for its time is few among many: it has an index of its own, in the same order.
   * Each draft is looked up from there, so that no planner reads the works first.
   */
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

  return {
    hasNoStatus,

    /** The parts of a list: of each status, and of rows that have none. */
    async of(
      status: ListedStatus | undefined,
      externalId: string | undefined
    ): Promise<Condition[]> {
      if (externalId !== undefined) {
        return [await hasExternalId(externalId, status)];
      }
      if (status === 'scheduled') {
        return [await isScheduled()];
      }
      const statuses = status === undefined ? PUBLICATION_STATUSES : [status];
      return [...statuses.map(hasStatus), await hasNoStatus(status)];
    },
  };
};

export type Conditions = ReturnType<typeof createConditions>;
