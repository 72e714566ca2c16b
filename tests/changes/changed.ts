import type { Site } from '../support/site';

/** A row of the change table. */
export interface ChangeRow {
  kind: string;
  event: string;
  subject: string;
  title: string | null;
  external_id: string | null;
  who: string;
  user_id: string | null;
  user_name: string | null;
  request_id: string | null;
}

export const changesOf = (site: Site, subject: string): Promise<ChangeRow[]> =>
  site.strapi.db.connection('bot_changes').where({ subject }).orderBy('id');

/** Returns the changes of one subject as `bot created`, in order. */
export const storyOf = async (site: Site, subject: string): Promise<string[]> =>
  (await changesOf(site, subject)).map(({ who, event }) => `${who} ${event}`);
