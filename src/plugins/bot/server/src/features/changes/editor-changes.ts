import type { Who } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { CHANGE_UID } from '../../core/constants';
import { knexOf, tableOf, toDate } from '../../core/database/connection';

import { OF_PUBLICATION } from './publication-index';
import type { ChangeRow } from './rows';

const OF_BOT_AND_EDITORS: Who[] = ['bot', 'editor'];

/** Time and author of an editor's last change of a publication; undefined if the bot has changed it since. */
export const findEditorChange = async (strapi: Core.Strapi, publication: string) => {
  const last = await knexOf(strapi)<ChangeRow>(tableOf(strapi, CHANGE_UID))
    .select('who', 'event', 'user_name', 'happened_at')
    .whereRaw(OF_PUBLICATION)
    .where('subject', publication)
    .whereIn('who', OF_BOT_AND_EDITORS)
    .orderBy('id', 'desc')
    .first();
  return last?.who === 'editor' && last.event !== 'deleted'
    ? { at: toDate(last.happened_at), name: last.user_name }
    : undefined;
};
