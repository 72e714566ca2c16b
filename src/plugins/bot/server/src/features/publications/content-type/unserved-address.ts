import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { createState } from '../../../core/database/state';

import { getSiteService } from '../../../core/http';

/** A path that only catch-all routes match, such as the route of the folder `public`. */
const ANYTHING = '/a/b/c/d/e/f/g';

const isServed = (strapi: Core.Strapi, path: string): boolean =>
  strapi.server
    .listRoutes()
    .some((route) => route.methods.includes('GET') && route.match(path) && !route.match(ANYTHING));

/**
 * Logs a warning, once for each pattern, if no route of this site serves the addresses that publish returns. A new
 * Strapi application has no pages. Skips a full URL in `urlPattern`, which belongs to a separate front end.
 */
export const warnOfUnservedAddress = async (strapi: Core.Strapi): Promise<void> => {
  const { urlPattern } = botConfig(strapi);
  if (!urlPattern.startsWith('/')) return;
  if (isServed(strapi, urlPattern.replaceAll(/:(slug|id|locale)/g, '$1'))) return;
  const warned = createState<string>(strapi, 'unserved-address');
  if ((await warned.get()) === urlPattern) return;
  const address = getSiteService(strapi).absolute(urlPattern);
  strapi.log.warn(
    `bot plugin: publish returns URLs like ${address}, but no route of this site serves them. Set "urlPattern" ` +
      'to the URL of your front end, or add this route. This warning appears once.'
  );
  await warned.set(urlPattern);
};
