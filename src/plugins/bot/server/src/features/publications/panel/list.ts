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

import { findLastWriters, findMakers } from './makers';

const extensions = defineQuestion<void, ListExtension>(() => ({
  columns: async () => new Map<string, object>(),
}));

/** Adds columns and filters to the panel's list of publications. */
export const addToPublicationList = (strapi: Core.Strapi, extension: ListExtension): void =>
  extensions.answer(strapi, () => extension);

/** Nothing is meant by a value that is not known. */
const NONE: DocumentFilter = { documentId: { $in: [] } };

/** Extends the panel's list of publications by maker, last writer and first publish, and by a filter for makers. */
export const extendPublicationList = (strapi: Core.Strapi): void => {
  addToPublicationList(strapi, {
    filters: {
      botMadeBy: (who) =>
        Promise.resolve(MADE_BY.some((one) => one === who) ? { [MADE_BY_ATTRIBUTE]: who } : NONE),
    },
    columns: async (ids) => {
      const makers = await findMakers(strapi, ids);
      // Null if that was longer ago than the table of changes goes back.
      const writers = await findLastWriters(strapi, ids, ['created', 'updated']);
      const dates = await findFirstPublishes(strapi, ids);
      return new Map(
        ids.map((id) => [
          id,
          {
            madeBy: makers.get(id) ?? null,
            changedBy: writers.get(id) ?? null,
            firstPublishedAt: dates.get(id) ?? null,
          },
        ])
      );
    },
  });
  extendPanelList(strapi, botConfig(strapi).contentType, () => extensions.askAll(strapi));
};
