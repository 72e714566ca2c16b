import { PLUGIN_ID } from '../../constants';

/** Options of attributes that only the plugin's own code reads and writes, and that no API shows. */
export const INTERNAL = {
  private: true,
  configurable: false,
  writable: false,
  pluginOptions: { [PLUGIN_ID]: { isInternal: true } },
};

interface Marked {
  pluginOptions?: { [PLUGIN_ID]?: { isInternal?: boolean } };
}

/** Whether an attribute of a schema, or of Strapi's metadata of the database, is internal. */
export const isInternal = (attribute: object): boolean =>
  (attribute as Marked).pluginOptions?.[PLUGIN_ID]?.isInternal === true;
