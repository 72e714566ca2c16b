import type { Feature } from '../../core/feature';
import { protocolError } from '../../core/protocol/errors';
import changes from '../changes/feature';
import fields from '../fields/feature';
import largeSites from '../large-sites/feature';
import { isSearched, publicationsWith } from '../publications';
import publications from '../publications/feature';
import { settling } from '../reconciliation/events';
import reconciliation from '../reconciliation/feature';

import { createSearchService, getSearchService } from './search';

/** Publications that the list of the bot can be narrowed to. */
const FOUND = 1_000;

/** Finds publications by words: for readers of the site, and for the bot. */
const search: Feature = {
  name: 'search',
  needs: [changes, fields, publications, reconciliation, largeSites],
  tables: ['bot_words'],
  services: { search: createSearchService },
  register(strapi) {
    settling.on(strapi, () => getSearchService(strapi).beginAgain());
    isSearched.answer(strapi, () => true);
    publicationsWith.answer(strapi, async (text) => {
      const { ids, isWhole } = await getSearchService(strapi).findNewest(text, FOUND);
      if (!isWhole) throw protocolError('search-unavailable');
      return ids;
    });
  },
  workers: (strapi) => [getSearchService(strapi)],
  sweeps: { botWordsSweep: (strapi) => getSearchService(strapi).sweep() },
};

export default search;
