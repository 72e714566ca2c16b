import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import {
  FILE_UID,
  PLUGIN_ID,
  TRASHED_FILE_UID,
  TRASHED_PUBLICATION_UID,
} from '../../core/constants';
import { fromJson } from '../../core/database/connection';
import { isThere, rowIdsOf } from '../../core/database/rows/existing-rows';
import { createBodyForm } from '../publications';

import { createKeep } from './keep';
import { createList } from './list';
import { createPurge } from './purge';
import { createRestore } from './restore';
import { takeInEarlier } from './take-in-earlier';
import { findTrashed } from './trashed-publication';
import { createWholeDocument } from './whole-document';

/** What a publication in the trash says. */
export interface TrashedContent {
  title: string | null;
  /** Markdown. */
  body: string | null;
  slug: string | null;
  /** Files that it showed, and whether each can come back with it. */
  media: { id: string; name: string; isGone: boolean }[];
}

/** Keeps what is deleted for some days, and restores it; see `docs/decisions/14-trash.md`. */
export const createTrashService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { attributes, contentType } = botConfig(strapi);
  const documents = createWholeDocument(strapi);

  return {
    ...createKeep(strapi),
    ...createPurge(strapi),
    restore: createRestore(strapi),
    list: createList(strapi),
    takeInEarlier: () => takeInEarlier(strapi),

    /** Whether a publication is in the trash. */
    has: (documentId: string): Promise<boolean> =>
      isThere(strapi, TRASHED_PUBLICATION_UID, documentId),

    /** What a publication in the trash says, to readers if it was public; undefined if it is not there. */
    async find(documentId: string): Promise<TrashedContent | undefined> {
      const row = await findTrashed(strapi, documentId);
      if (row === undefined) {
        return undefined;
      }
      const { rows } = fromJson(row.content);
      const lead = rows.find((one) => one.publishedAt != null) ?? rows[0] ?? {};
      const files = _.uniqBy(
        rows.flatMap((one) => documents.filesIn(contentType, one)),
        'id'
      );
      const ids = files.map(({ id }) => id);
      const there = await rowIdsOf(strapi, FILE_UID, ids);
      const trashed = await rowIdsOf(strapi, TRASHED_FILE_UID, ids);
      return {
        title: row.title,
        body: await createBodyForm(strapi).toMarkdown(lead[attributes.body] ?? null),
        slug: (lead[attributes.slug] as string | undefined) ?? null,
        media: files.map((file) => ({
          ...file,
          isGone: !there.has(file.id) && !trashed.has(file.id),
        })),
      };
    },
  };
};

export type TrashService = ReturnType<typeof createTrashService>;

/** Gives this service of a site. */
export const getTrashService = (strapi: Core.Strapi): TrashService =>
  strapi.plugin(PLUGIN_ID).service('trash');
