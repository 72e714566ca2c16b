import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { inChunks } from '../../core/database/chunks';
import { knexOf, tableOf } from '../../core/database/connection';
import { getSiteService } from '../../core/http';
import { FORMER_ADDRESS_UID } from '../former-addresses';
import { fieldColumns } from '../publications';
import { isLocalized } from '../../core/strapi/locales';

interface Place {
  id: string;
  slug: string;
  locale?: string | null;
}

/** A former URL that search engines have not been notified of. */
interface FormerPlace extends Place {
  row: number;
  pending: string;
}

export interface Addresses {
  urls: string[];
  /** Former URLs in `urls`, for `markSubmitted`. */
  former: FormerPlace[];
}

/** Finds the public URLs of documents, and pending former URLs. */
export const createAddresses = (strapi: Core.Strapi) => {
  const { contentType, urlPattern } = botConfig(strapi);
  const columns = { id: 'document_id', slug: fieldColumns(strapi).slug };
  const locale = isLocalized(strapi, contentType) ? { locale: 'locale' } : {};
  // The locale of a former slug is not stored.
  const knowsFormer = !urlPattern.includes(':locale');

  const publicPlaces = (ids: string[]): Promise<Place[]> =>
    knexOf(strapi)(tableOf(strapi, contentType))
      .select({ ...columns, ...locale })
      .whereIn('document_id', ids)
      .whereNotNull('published_at')
      .whereNotNull(columns.slug);

  const formerPlaces = (ids: string[]): Promise<FormerPlace[]> =>
    knexOf(strapi)(tableOf(strapi, FORMER_ADDRESS_UID))
      .select({ id: 'document_id', slug: 'slug', row: 'id', pending: 'pending' })
      .whereIn('document_id', ids)
      .whereNotNull('pending');

  return {
    /** URLs of the given documents. Excludes former URLs that have already been submitted. */
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

    /**
     * Marks former URLs as submitted. Skips rows whose `pending` id has changed since, because a new submission is due
     * for them.
     */
    async markSubmitted(former: readonly FormerPlace[]): Promise<void> {
      for (const some of inChunks(former)) {
        const rows = some.map(({ row }) => row);
        const marks = some.map(({ pending }) => pending);
        await knexOf(strapi)(tableOf(strapi, FORMER_ADDRESS_UID))
          .whereIn('id', rows)
          .whereIn('pending', [...new Set(marks)])
          .update({ pending: null });
      }
    },
  };
};
