import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { PLUGIN_ID, TRASHED_PUBLICATION_UID } from '../../core/constants';
import { fromJson } from '../../core/database/connection';
import { isThere } from '../../core/database/rows/existing-rows';

import { createGoForGood } from './purge';
import { createKeep } from './keep';
import { createList } from './list';
import { createRestore } from './restore';
import { createTrashedRows } from './trashed-rows';

/** Keeps what is deleted for some days, and restores it; see `docs/decisions/14-trash.md`. */
export const createTrashService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { attributes, trash } = botConfig(strapi);
  const rows = createTrashedRows(strapi);

  return {
    /** Whether what is deleted is kept. What was kept before can be restored all the same. */
    isOn: trash.days > 0,

    ...createKeep(strapi),
    ...createGoForGood(strapi),
    restore: createRestore(strapi),
    list: createList(strapi),

    /** Whether a publication is in the trash. */
    has: (documentId: string): Promise<boolean> =>
      isThere(strapi, TRASHED_PUBLICATION_UID, documentId),

    /** The slug that a publication in the trash has had, of readers if it was public; undefined if it is not there. */
    async slugOf(documentId: string): Promise<string | undefined> {
      const row = await rows.find(documentId);
      const kept = row === undefined ? [] : fromJson(row.content).rows;
      const lead = kept.find((one) => one.publishedAt != null) ?? kept[0];
      return lead && String(lead[attributes.slug]);
    },
  };
};

export type TrashService = ReturnType<typeof createTrashService>;

/** Gives this service of a site. */
export const getTrashService = (strapi: Core.Strapi): TrashService =>
  strapi.plugin(PLUGIN_ID).service('trash');
