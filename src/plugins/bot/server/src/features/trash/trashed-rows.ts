import type { Core } from '@strapi/strapi';

import { TRASHED_PUBLICATION_UID } from '../../core/constants';
import {
  query,
  tableOf,
  type DatabaseDate,
  type DatabaseJson,
  type Knex,
} from '../../core/database/connection';

import type { Stored } from './whole-document';

/** What is said of a publication beside its content, with times as texts. */
export interface KeptDetails {
  externalId: string | null;
  publishAt: string | null;
  unpublishAt: string | null;
}

/** A publication as it was before its deletion. */
export interface KeptPublication {
  rows: Stored[];
  details: KeptDetails;
}

/** A publication in the trash. */
export interface TrashedRow {
  id: number;
  document_id: string;
  title: string | null;
  was_public: boolean | number;
  content: DatabaseJson<KeptPublication>;
  who: string;
  user_name: string | null;
  trashed_at: DatabaseDate;
  goes_at: DatabaseDate;
}

/** The table of publications in the trash. */
export const createTrashedRows = (strapi: Core.Strapi) => {
  const all = (knex: Knex) => knex<TrashedRow>(tableOf(strapi, TRASHED_PUBLICATION_UID));

  return {
    all,

    find: (documentId: string): Promise<TrashedRow | undefined> =>
      query(strapi, (knex) => all(knex).where({ document_id: documentId }).first()),

    async delete(documentId: string): Promise<void> {
      await query(strapi, (knex) => all(knex).where({ document_id: documentId }).delete());
    },
  };
};
