import type { Core } from '@strapi/strapi';

import { botConfig } from '../config';
import { FORMER_ADDRESS_UID } from '../constants';
import { inChunks } from '../database/chunks';
import { query, tableOf } from '../database/connection';
import { getSiteService } from '../http';
import { fieldColumns, isLocalized } from '../publications';

interface Place {
  id: string;
  slug: string;
  locale?: string | null;
}

/** Gives the absolute addresses at which some documents are public, and at which they were before. */
export const createAddresses = (strapi: Core.Strapi) => {
  const { contentType, urlPattern } = botConfig(strapi);
  const columns = { id: 'document_id', slug: fieldColumns(strapi).slug };
  const locale = isLocalized(strapi, contentType) ? { locale: 'locale' } : {};
  // What was public before is not known by its language.
  const knowsFormer = !urlPattern.includes(':locale');

  const placesOf = async (ids: string[]): Promise<Place[]> => {
    const now: Place[] = await query(strapi, (knex) =>
      knex(tableOf(strapi, contentType))
        .select({ ...columns, ...locale })
        .whereIn('document_id', ids)
        .whereNotNull('published_at')
        .whereNotNull(columns.slug)
    );
    const before: Place[] = knowsFormer
      ? await query(strapi, (knex) =>
          knex(tableOf(strapi, FORMER_ADDRESS_UID))
            .select({ id: 'document_id', slug: 'slug' })
            .whereIn('document_id', ids)
        )
      : [];
    return [...now, ...before];
  };

  return async (documentIds: readonly string[]): Promise<string[]> => {
    const site = getSiteService(strapi);
    const addresses = new Set<string>();
    for (const ids of inChunks([...new Set(documentIds)])) {
      (await placesOf(ids)).forEach((place) => addresses.add(site.urlOfWork(place)));
    }
    return [...addresses];
  };
};
