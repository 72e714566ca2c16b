import type { Core } from '@strapi/strapi';

import { createState, type StateName } from '../database/state';

/** Where earlier versions have kept their state: with the settings of Strapi and of all plugins. */
const SETTINGS = 'strapi::core-store';
const FORMER: Record<string, StateName> = {
  'plugin_bot_file-references': 'file-references',
  plugin_bot_folder: 'folder',
  plugin_bot_lease: 'lease',
  plugin_bot_requests: 'requests',
  plugin_bot_search: 'search',
  'plugin_bot_shown-locale': 'shown-locale',
  plugin_bot_switches: 'switches',
};

interface Setting {
  id: number;
  key: string;
  value: string;
}

/** Moves the state out of the settings into its own table. To be called at start, before anything reads it. */
export const moveSettings = async (strapi: Core.Strapi): Promise<void> => {
  const where = { key: { $in: Object.keys(FORMER) } };
  const settings = (await strapi.db.query(SETTINGS).findMany({ where })) as Setting[];
  for (const { id, key, value } of settings) {
    const name = FORMER[key];
    if (name !== undefined) {
      await createState(strapi, name).set(JSON.parse(value));
      await strapi.db.query(SETTINGS).delete({ where: { id } });
    }
  }
};
