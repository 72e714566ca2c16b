import type { Who } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import type { OwnType } from '../../core/additions/own-types';
import {
  type DatabaseDate,
  type DatabaseJson,
  knexOf,
  tableOf,
} from '../../core/database/connection';

import type { Stored } from './full-document';

export const TRASHED_PUBLICATION_UID = 'plugin::bot.trashed-publication';

/** The table of publications in the trash. */
export const trashedPublication: OwnType = {
  description:
    'A publication that was deleted and can be restored; its document id is that of the publication',
  attributes: {
    title: { type: 'text' },
    wasPublic: { type: 'boolean', required: true },
    content: { type: 'text', required: true },
    actor: { type: 'string', required: true },
    userName: { type: 'string' },
    requestId: { type: 'string' },
    trashedAt: { type: 'datetime', required: true },
    purgeAt: { type: 'datetime', required: true },
  },
  uniqueIndexes: { bot_trashed_publications_of_index: ['document_id'] },
  indexesWhenLarge: { bot_trashed_publications_purge_index: ['purge_at'] },
};

/** Details of a publication apart from its content, with times in ISO 8601. */
export interface KeptDetails {
  externalId: string | null;
  publishAt: string | null;
  unpublishAt: string | null;
}

/** A publication as before its deletion: all of its rows with their content. */
export interface KeptPublication {
  rows: Stored[];
  details: KeptDetails;
}

export interface TrashedPublication {
  id: number;
  document_id: string;
  title: string | null;
  was_public: boolean | number;
  content: DatabaseJson<KeptPublication>;
  actor: Who;
  user_name: string | null;
  trashed_at: DatabaseDate;
  purge_at: DatabaseDate;
}

/** Starts a query of the publications in the trash. */
export const trashedPublications = (strapi: Core.Strapi) =>
  knexOf(strapi)<TrashedPublication>(tableOf(strapi, TRASHED_PUBLICATION_UID));

/** Finds the row of a publication in the trash by its document id. */
export const findTrashed = (
  strapi: Core.Strapi,
  documentId: string
): Promise<TrashedPublication | undefined> =>
  trashedPublications(strapi).where({ document_id: documentId }).first();
