import type { Core } from '@strapi/strapi';

import type { Filter } from '../filters/filter';

import { createConditions } from './conditions';
import { createContentRows } from './content';
import { createFilteredReader, type FoundRows, type RowsQuery } from './filtered';
import { createMediaRows } from './media';
import { createPartsReader } from './parts';
import { createVersions } from './versions';

/**
 * Finds the rows of publications. One row stands for a document: its draft version, which Strapi
 * keeps for as long as the document lives; the public version, which readers see, is joined to it.
 */
export const createPublicationRows = (strapi: Core.Strapi) => {
  const versions = createVersions(strapi);
  const conditions = createConditions(strapi, versions);
  const readParts = createPartsReader(versions);
  const findFiltered = createFilteredReader(versions, conditions, readParts);

  return {
    /**
     * The newest publications behind the cursor; those of the same moment by their ids.
     *
     * They are among the newest of each status. An index without the status would do as well, but a
     * planner may then walk it for the drafts too, past every published work that is newer than the
     * first draft.
     */
    async newest(query: RowsQuery, filters: Filter[] = []): Promise<FoundRows> {
      if (filters.length > 0) {
        return findFiltered(query, filters);
      }
      const { status, externalId, ...page } = query;
      return { rows: await readParts(await conditions.of(status, externalId), page) };
    },

    ...createContentRows(strapi, versions),
    mediaOf: createMediaRows(strapi, versions),
  };
};
