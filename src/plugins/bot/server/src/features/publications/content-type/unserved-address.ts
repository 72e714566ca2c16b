import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { createState } from '../../../core/database/state';

import { getSiteService } from '../../../core/http';

/** Matched only by routes for everything, as that of the folder `public`. */
const ANYTHING = '/a/b/c/d/e/f/g';

const isServed = (strapi: Core.Strapi, path: string): boolean =>
  strapi.server
    .listRoutes()
    .some((route) => route.methods.includes('GET') && route.match(path) && !route.match(ANYTHING));

/**
 * Says in the log, once for each pattern, that publish answers addresses which no route of this site serves: a new
 * Strapi application has no pages. A whole address in `urlPattern` is a front end of its own, and is not looked at.
 */
export const warnOfUnservedAddress = async (strapi: Core.Strapi): Promise<void> => {
  const { urlPattern } = botConfig(strapi);
  if (!urlPattern.startsWith('/')) return;
  if (isServed(strapi, urlPattern.replaceAll(/:(slug|id|locale)/g, '$1'))) return;
  const warned = createState<string>(strapi, 'unserved-address');
  if ((await warned.get()) === urlPattern) return;
  const address = getSiteService(strapi).absolute(urlPattern);
  strapi.log.warn(
    `bot plugin: publish answers addresses like ${address}, and no route of this site serves them. Set "urlPattern" ` +
      'to the address of your front end, or add such a route. This is said once.'
  );
  await warned.set(urlPattern);
};
