/*
 * Relies on: `@strapi/plugin-graphql` 5.54: its service `extension` excludes types before `bootstrap` makes the schema
 * Breaks if: the plugin renames `shadowCRUD` or creates its schema earlier
 * Checked by: `tests/other-sites/beside-graphql-and-second-copies.long.test.ts`
 */
import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../../constants';
import { hasMethods, type Probe } from '../probe';

/** Hides the plugin's tables from Strapi's GraphQL plugin: they contain stored answers and names of deleted files. */
export const hideFromGraphql = (strapi: Core.Strapi): void => {
  const extension = strapi.plugin('graphql')?.service('extension');
  for (const { plugin, uid } of Object.values(strapi.contentTypes)) {
    if (plugin === PLUGIN_ID) {
      extension?.shadowCRUD(uid).disable();
    }
  }
};

export const GRAPHQL: Probe = {
  name: "keeping the plugin's tables out of GraphQL",
  reliesOn: 'shadowCRUD of the service extension of @strapi/plugin-graphql',
  isPresent: (strapi) =>
    strapi.plugin('graphql') === undefined ||
    hasMethods(strapi.plugin('graphql').service('extension'), 'shadowCRUD'),
};
