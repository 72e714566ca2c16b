import type { Core } from '@strapi/strapi';

import { getSlugService } from './slug/slug';
import { fillInMakers, fillInTitleKeys } from './status/added-columns';
import { getPublicationStatusService } from './status/status';

/**
 * Completes rows that were not written through Strapi's code, which would have done it: those that were there before
 * this plugin, those of `strapi transfer` and `strapi import`, those of plain SQL. It gives publications their status,
 * maker, slug and key of the title. Where nothing is missing it takes a look-up by an index each.
 */
export const fillInPublications = async (strapi: Core.Strapi): Promise<void> => {
  await getPublicationStatusService(strapi).fillIn();
  await getPublicationStatusService(strapi).followDefaultLocale();
  await fillInMakers(strapi);
  await getSlugService(strapi).fillIn();
  await fillInTitleKeys(strapi);
};
