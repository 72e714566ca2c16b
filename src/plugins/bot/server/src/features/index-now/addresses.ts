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
  /** Former URLs contained in `urls`, to pass to `markSubmitted` after the submission. */
  former: FormerPlace[];
}

/** Finds the URLs of documents for search engines: public URLs, and former URLs that are not submitted yet. */
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
    /** URLs of the given documents, without former URLs that were already submitted to search engines. */
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
     * Marks former URLs as submitted to search engines. Skips rows whose `pending` id has changed since they were read,
     * because a changed id requests a new submission.
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
