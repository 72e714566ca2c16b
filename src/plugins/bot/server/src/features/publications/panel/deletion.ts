import type { Deletion, Who } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { CHANGE_UID } from '../../../core/constants';
import { query, tableOf, toDate, type DatabaseDate } from '../../../core/database/connection';
import { isThere } from '../../../core/database/rows/existing-rows';

interface ChangeRow {
  title: string | null;
  who: Who;
  user_name: string | null;
  happened_at: DatabaseDate;
}

/** Who has deleted a publication, as the table of changes knows it; undefined of one that is there. */
export const findDeletion = async (
  strapi: Core.Strapi,
  id: string
): Promise<Deletion | undefined> => {
  const { contentType } = botConfig(strapi);
  if (await isThere(strapi, contentType, id)) return undefined;
  const change: ChangeRow | undefined = await query(strapi, (knex) =>
    knex(tableOf(strapi, CHANGE_UID))
      .where({ subject: id, kind: 'publication', event: 'deleted' })
      .orderBy('id', 'desc')
      .first('title', 'who', 'user_name', 'happened_at')
  );
  return change === undefined
    ? { title: null, who: null, name: null, at: null }
    : {
        title: change.title,
        who: change.who,
        name: change.user_name,
        at: toDate(change.happened_at).toISOString(),
      };
};
