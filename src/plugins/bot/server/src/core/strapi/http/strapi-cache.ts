import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../../constants';

/** Where `strapi-cache` (1.12) is told which addresses it leaves alone; it reads the setting with each request. */
const EXCLUDED = 'plugin::strapi-cache.excludeRoutes';

/**
 * Excludes the protocol from `strapi-cache`, which would answer health from memory for an hour, and before the token
 * check.
 */
export const keepOutOfCaches = (strapi: Core.Strapi): void => {
  const excluded = strapi.config.get<string[] | undefined>(EXCLUDED);
  if (excluded !== undefined) {
    const path = `${strapi.config.get<string>('api.rest.prefix')}/${PLUGIN_ID}`;
    strapi.config.set(EXCLUDED, [...excluded, path]);
  }
};
