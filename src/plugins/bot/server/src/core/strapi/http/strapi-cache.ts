/*
 * Relies on: `strapi-cache` 1.12, which reads its setting `excludeRoutes` for each request
 * Breaks if: the plugin renames the setting or reads it only at start
 * Checked by: `tests/other-sites/beside-strapi-cache.long.test.ts`
 */
import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from '../../constants';

/** Setting with the paths that `strapi-cache` ignores. */
const EXCLUDED = 'plugin::strapi-cache.excludeRoutes';

/**
 * Excludes the protocol from `strapi-cache`, which would answer health checks from memory for an hour, and other
 * requests before the token check.
 */
export const keepOutOfCaches = (strapi: Core.Strapi): void => {
  const excluded = strapi.config.get<string[] | undefined>(EXCLUDED);
  if (excluded !== undefined) {
    const path = `${strapi.config.get<string>('api.rest.prefix')}/${PLUGIN_ID}`;
    strapi.config.set(EXCLUDED, [...excluded, path]);
  }
};
