import type { Feature } from '../../core/feature';
import { protocolError } from '../../core/protocol/errors';
import { addExamination } from '../../core/readiness';
import changes from '../changes/feature';
import fields from '../fields/feature';
import largeSites from '../large-sites/feature';
import { isSearched, publicationsWith } from '../publications';
import publications from '../publications/feature';
import { settling } from '../reconciliation/events';
import reconciliation from '../reconciliation/feature';

import { createSearchByIndex } from './panel-search';
import { createSearchService, getSearchService } from './search';

/** Maximum number of publications that a search of the bot's list can return. */
const FOUND = 1_000;

/** Full-text search of publications: for readers, for the bot, and for the panel of large sites. */
export default {
  name: 'search',
  needs: [changes, fields, publications, reconciliation, largeSites],
  tables: ['bot_search_index'],
  services: { search: createSearchService },
  register(strapi) {
    addExamination(strapi, {
      name: 'search',
      seconds: 5,
      async examine() {
        const made = await getSearchService(strapi).progress.read();
        if (made === undefined) return ['ok', 'The first search creates the search index'];
        return made.isFilled
          ? ['ok', 'The search index is up to date']
          : ['degraded', `The search index is being created, and has reached row ${made.row}`];
      },
    });
    settling.on(strapi, () => getSearchService(strapi).beginAgain());
    isSearched.answer(strapi, () => true);
    publicationsWith.answer(strapi, async (text) => {
      const { ids, isWhole } = await getSearchService(strapi).findNewest(text, FOUND);
      if (!isWhole) throw protocolError('search-unavailable');
      return ids;
    });
  },
  // Added after the panel's own filters.
  reads: (strapi) => [createSearchByIndex(strapi)],
  workers: (strapi) => [getSearchService(strapi)],
  sweeps: { botSearchSweep: (strapi) => getSearchService(strapi).sweep() },
} satisfies Feature;
