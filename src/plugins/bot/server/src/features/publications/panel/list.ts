import { MADE_BY } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import {
  createListFilter,
  extendPanelList,
  type DocumentFilter,
} from '../../../core/strapi/panel/list';

import { MADE_BY_ATTRIBUTE } from '../status/columns';

import { findListColumns } from './list-columns';
import { findScheduled, SCHEDULED } from '../../schedule/schedules';

/** Publications that a filter by ids names: the next ones that are due. */
const NAMED = 1_000;

/** Nothing is meant by a value that is not known. */
const NONE: DocumentFilter = { documentId: { $in: [] } };

/** Lets the panel's list of publications show, and be filtered by, who has made them and when they are scheduled. */
export const extendPublicationList = (strapi: Core.Strapi): void => {
  const { contentType } = botConfig(strapi);
  extendPanelList(strapi, contentType, {
    filters: {
      botMadeBy: (who) =>
        Promise.resolve(MADE_BY.some((one) => one === who) ? { [MADE_BY_ATTRIBUTE]: who } : NONE),
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
