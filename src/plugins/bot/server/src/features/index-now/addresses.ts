import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { inChunks } from '../../core/database/chunks';
import { query, tableOf } from '../../core/database/connection';
import { getSiteService } from '../../core/http';
import { FORMER_ADDRESS_UID } from '../former-addresses';
import { fieldColumns } from '../publications';
import { isLocalized } from '../../core/strapi/locales';

interface Place {
  id: string;
  slug: string;
  locale?: string | null;
}

/** A former address that is still to be told. */
interface FormerPlace extends Place {
  row: number;
  pending: string;
}

export interface Addresses {
  urls: string[];
  /** The former addresses among them, for `markTold`. */
  former: FormerPlace[];
}

/** Gives the absolute addresses at which some documents are public, and those at which they are no more. */
export const createAddresses = (strapi: Core.Strapi) => {
  const { contentType, urlPattern } = botConfig(strapi);
  const columns = { id: 'document_id', slug: fieldColumns(strapi).slug };
  const locale = isLocalized(strapi, contentType) ? { locale: 'locale' } : {};
  // What was public before is not known by its language.
  const knowsFormer = !urlPattern.includes(':locale');

  const publicPlaces = (ids: string[]): Promise<Place[]> =>
    query(strapi, (knex) =>
      knex(tableOf(strapi, contentType))
        .select({ ...columns, ...locale })
        .whereIn('document_id', ids)
        .whereNotNull('published_at')
        .whereNotNull(columns.slug)
    );

  const formerPlaces = (ids: string[]): Promise<FormerPlace[]> =>
    query(strapi, (knex) =>
      knex(tableOf(strapi, FORMER_ADDRESS_UID))
        .select({ id: 'document_id', slug: 'slug', row: 'id', pending: 'pending' })
        .whereIn('document_id', ids)
        .whereNotNull('pending')
    );

  return {
    /** Those of some documents, without former ones that were told before. */
    async of(documentIds: readonly string[]): Promise<Addresses> {
      const places: Place[] = [];
      const former: FormerPlace[] = [];
      for (const ids of inChunks([...new Set(documentIds)])) {
        places.push(...(await publicPlaces(ids)));
        former.push(...(knowsFormer ? await formerPlaces(ids) : []));
      }
      const site = getSiteService(strapi);
      const urls = [...places, ...former].map((place) => site.urlOfWork(place));
      return { urls: [...new Set(urls)], former };
    },

    /** Writes down that they were told; one that has become former anew has another mark. */
    async markTold(former: readonly FormerPlace[]): Promise<void> {
      for (const some of inChunks(former)) {
        const rows = some.map(({ row }) => row);
        const marks = some.map(({ pending }) => pending);
        await query(strapi, (knex) =>
          knex(tableOf(strapi, FORMER_ADDRESS_UID))
            .whereIn('id', rows)
            .whereIn('pending', [...new Set(marks)])
            .update({ pending: null })
        );
      }
    },
  };
};
