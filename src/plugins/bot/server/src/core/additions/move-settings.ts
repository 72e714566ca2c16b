import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { createState, type StateName } from '../database/state';

/** Where earlier versions have kept their state: with the settings of Strapi and of all plugins. */
const SETTINGS = 'strapi::core-store';
const NAMES: Record<string, StateName> = _.mapKeys(
  ['file-references', 'folder', 'lease', 'requests', 'search', 'shown-locale', 'switches'] as const,
  (name) => `plugin_bot_${name}`
);

/** Moves the state out of the settings into its own table. To be called at start, before anything reads it. */
export const moveSettings = async (strapi: Core.Strapi): Promise<void> => {
  const settings: { id: number; key: string; value: string }[] = await strapi.db
    .query(SETTINGS)
    .findMany({ where: { key: { $in: Object.keys(NAMES) } } });
  for (const { id, key, value } of settings) {
    const name = NAMES[key];
    if (name !== undefined) {
      await createState(strapi, name).set(JSON.parse(value));
      await strapi.db.query(SETTINGS).delete({ where: { id } });
    }
  }
};
