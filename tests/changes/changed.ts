import type { Site } from '../support/site';

/** What the table of changes holds of one thing, in the order in which it was written. */
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

/** Only who did what: `bot created`. */
export const storyOf = async (site: Site, subject: string): Promise<string[]> =>
  (await changesOf(site, subject)).map(({ who, event }) => `${who} ${event}`);
