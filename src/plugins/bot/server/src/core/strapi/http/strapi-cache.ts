import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../../constants';

/** Where `strapi-cache` (1.12) is told which addresses it leaves alone; it reads the setting with each request. */
const EXCLUDED = 'plugin::strapi-cache.excludeRoutes';

/**
 * Keeps the protocol out of `strapi-cache`, which answers every GET under Strapi's prefix from memory, ahead of the
 * token: health would be 200 for an hour while the database is away. Does nothing where that plugin is not installed.
 */
export const keepOutOfCaches = (strapi: Core.Strapi): void => {
  const excluded = strapi.config.get<string[] | undefined>(EXCLUDED);
  if (excluded !== undefined) {
    const path = `${strapi.config.get<string>('api.rest.prefix')}/${PLUGIN_ID}`;
    strapi.config.set(EXCLUDED, [...excluded, path]);
  }
};
