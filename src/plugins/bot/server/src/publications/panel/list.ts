import type { Core } from '@strapi/strapi';

import { botConfig } from '../../config';
import { createListFilter, extendPanelList, type DocumentFilter } from '../../strapi/panel/list';

import { findListColumns } from './list-columns';
import { findScheduled, SCHEDULED } from './schedules';

/** Publications that a filter by ids names: the next ones that are due. */
const NAMED = 1_000;

/** Nothing is meant by a value that is not known. */
const NONE: DocumentFilter = { documentId: { $in: [] } };

/** Whom Strapi knows as nobody's is the bot's: a person's work has its maker beside it. */
const MADE_BY: Record<string, DocumentFilter | undefined> = {
  bot: { createdBy: { id: { $null: true } } },
  editor: { createdBy: { id: { $notNull: true } } },
};

/** Lets the panel's list of publications show, and be filtered by, who has made them and when they are scheduled. */
export const extendPublicationList = (strapi: Core.Strapi): void => {
  const { contentType } = botConfig(strapi);
  extendPanelList(strapi, contentType, {
    filters: {
      botMadeBy: (who) => Promise.resolve(MADE_BY[who] ?? NONE),
      botScheduled: async (asked) => {
        const scheduled = SCHEDULED.find((one) => one === asked);
        return scheduled === undefined
          ? NONE
          : { documentId: { $in: await findScheduled(strapi, scheduled, NAMED) } };
      },
    },
    columns: (ids) => findListColumns(strapi, ids),
  });
  strapi.documents.use(createListFilter(contentType));
};
