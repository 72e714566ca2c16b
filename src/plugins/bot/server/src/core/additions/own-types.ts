import type { Core, Schema } from '@strapi/strapi';

import { PLUGIN_ID } from '../constants';

/** The content types of this plugin. */
export const ownTypes = ({ contentTypes }: Core.Strapi): Schema.ContentType[] =>
  (Object.values(contentTypes) as Schema.ContentType[]).filter(
    ({ plugin }) => plugin === PLUGIN_ID
  );

/**
 * Takes from them who has created and last saved a row, which Strapi gives to every type: nobody edits these rows in
 * the panel, and each insert would write two more indexes. To be called when the plugin is registered.
 */
export const leaveOutCreators = (strapi: Core.Strapi): void => {
  for (const { attributes } of ownTypes(strapi)) {
    ['createdBy', 'updatedBy'].forEach((name) => Reflect.deleteProperty(attributes, name));
  }
};
