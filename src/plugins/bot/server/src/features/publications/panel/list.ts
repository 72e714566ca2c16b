import { MADE_BY } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import {
  extendPanelList,
  type DocumentFilter,
  type ListExtension,
} from '../../../core/strapi/panel/list';
import { defineQuestion } from '../../../core/hooks';

import { MADE_BY_ATTRIBUTE } from '../status/columns';
import { findFirstPublishes } from '../status/first-published';

import { findLastWriters, findCreators } from './creators';

const extensions = defineQuestion<void, ListExtension>(() => ({
  columns: async () => new Map<string, object>(),
}));

/** Adds columns and filters to the panel's list of publications. */
export const addToPublicationList = (strapi: Core.Strapi, extension: ListExtension): void =>
  extensions.answer(strapi, () => extension);

/** Filter that matches no document, for unknown filter values. */
const NONE: DocumentFilter = { documentId: { $in: [] } };

/** Adds creator, last writer and first publish to the panel's list of publications, and a filter by creator. */
export const extendPublicationList = (strapi: Core.Strapi): void => {
  addToPublicationList(strapi, {
    filters: {
      botMadeBy: (who) =>
        Promise.resolve(MADE_BY.some((one) => one === who) ? { [MADE_BY_ATTRIBUTE]: who } : NONE),
    },
    columns: async (ids) => {
      const creators = await findCreators(strapi, ids);
      // Null if the last write is older than the change table.
      const writers = await findLastWriters(strapi, ids, ['created', 'updated']);
      const dates = await findFirstPublishes(strapi, ids);
      return new Map(
        ids.map((id) => [
          id,
          {
            madeBy: creators.get(id) ?? null,
            changedBy: writers.get(id) ?? null,
            firstPublishedAt: dates.get(id) ?? null,
          },
        ])
      );
    },
  });
  extendPanelList(strapi, botConfig(strapi).contentType, () => extensions.resolveAll(strapi));
};
