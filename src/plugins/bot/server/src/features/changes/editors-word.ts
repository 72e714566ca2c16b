import type { Who } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { CHANGE_UID } from '../../core/constants';
import { query, tableOf, toDate } from '../../core/database/connection';

import type { ChangeRow } from './rows';

/** A change by a person that the bot has not answered with a write of its own. */
export interface EditorsWord {
  at: Date;
  /** Of the person; null if the account has none. */
  name: string | null;
}

const OF_BOT_AND_EDITORS: Who[] = ['bot', 'editor'];

/** What an editor has changed last of a publication, unless the bot has written since. */
export const findEditorsWord = async (
  strapi: Core.Strapi,
  publication: string
): Promise<EditorsWord | undefined> => {
  const last = await query(strapi, (knex) =>
    knex<ChangeRow>(tableOf(strapi, CHANGE_UID))
      .select('who', 'event', 'user_name', 'happened_at')
      .where('subject', publication)
      .whereIn('who', OF_BOT_AND_EDITORS)
      .orderBy('id', 'desc')
      .first()
  );
  return last?.who === 'editor' && last.event !== 'deleted'
    ? { at: toDate(last.happened_at), name: last.user_name }
    : undefined;
};
