import type { Core } from '@strapi/strapi';

import { knexOf, tableOf } from './connection';

/** Content type of the plugin's key-value store, which all instances share. */
export const STATE_UID = 'plugin::bot.state';

interface StateRow {
  document_id: string;
  value: string;
}

/**
 * Creates functions that read, write and delete a named value for all instances. Strapi's core store is unsuitable:
 * `config-sync` copies it between sites.
 */
export const createState = <Value>(strapi: Core.Strapi, name: string) => {
  const rows = () => knexOf(strapi)<StateRow>(tableOf(strapi, STATE_UID));
  const ofName = { document_id: name };
  return {
    /** Reads the stored value of the name; null if there is none. */
    async get(): Promise<Value | null> {
      const row = await rows().where(ofName).first('value');
      return row === undefined ? null : (JSON.parse(row.value) as Value);
    },
    async set(value: Value): Promise<void> {
      const row = { ...ofName, value: JSON.stringify(value) };
      await rows().insert(row).onConflict('document_id').merge();
    },
    async forget(): Promise<void> {
      await rows().where(ofName).delete();
    },
  };
};
