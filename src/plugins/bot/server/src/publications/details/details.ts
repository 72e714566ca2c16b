import { isDeepStrictEqual } from 'node:util';

import type { Core } from '@strapi/strapi';

import { getChangeRecorderService } from '../../changes';
import { botConfig } from '../../config';
import { PLUGIN_ID, PUBLICATION_DETAIL_UID } from '../../constants';
import { insertRow, query, quote, tableOf, type Knex } from '../../database/connection';

import { changeOf, createRemains } from '../changes/events';

import { externalKeyOf } from './external-id';

/** What is said of a publication beside its content. */
export interface PublicationDetails {
  /** The name that the bot's own system has for it. */
  externalId: string | null;
}

interface DetailRow {
  document_id: string;
  external_id: string | null;
  external_key: string | null;
}

const NONE: PublicationDetails = { externalId: null };

const toDetails = (row: DetailRow): PublicationDetails => ({ externalId: row.external_id });

const toRow = ({ externalId }: PublicationDetails): Omit<DetailRow, 'document_id'> => ({
  external_id: externalId,
  external_key: externalId === null ? null : externalKeyOf(externalId),
});

const withoutUndefined = <Values extends object>(values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;

/**
 * A table of this plugin's beside the works, with a row for each publication of which there is
 * something to say, and none for all others. It is not a part of the content type, which is the
 * site's.
 */
export const createPublicationDetailService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType } = botConfig(strapi);
  const table = quote(strapi, tableOf(strapi, PUBLICATION_DETAIL_UID));
  const works = quote(strapi, tableOf(strapi, contentType));
  // In SQL, as it is a part of each deletion.
  const deleteGone = `DELETE FROM ${table} WHERE document_id = ?
    AND NOT EXISTS (SELECT 1 FROM ${works} WHERE document_id = ?)`;
  const details = (knex: Knex) => knex<DetailRow>(tableOf(strapi, PUBLICATION_DETAIL_UID));

  const findRow = (documentId: string): Promise<DetailRow | undefined> =>
    query(strapi, (knex) => details(knex).where({ document_id: documentId }).first());

  const remains = createRemains(strapi);
  const recordUpdate = async (documentId: string): Promise<void> => {
    const told = await remains.toldBy({}, documentId);
    await getChangeRecorderService(strapi).record([changeOf('updated', documentId, told)]);
  };

  return {
    /** What is said of a publication; of one without a row, nothing. */
    async find(documentId: string): Promise<PublicationDetails> {
      const row = await findRow(documentId);
      return row === undefined ? NONE : toDetails(row);
    },

    /** The publication with this external id. */
    async findIdByExternalId(externalId: string): Promise<string | undefined> {
      const row = await query(strapi, (knex) =>
        details(knex)
          .where({ external_key: externalKeyOf(externalId) })
          .first('document_id')
      );
      return row?.document_id;
    },

    /**
     * Writes what is said of a publication. To be called in the transaction that writes the
     * publication, under the lock of its document.
     * @param given only what is to change; null takes it away
     * @throws what the database says to an external id that is taken
     */
    async write(documentId: string, given: Partial<PublicationDetails>): Promise<void> {
      const row = await findRow(documentId);
      const before = row === undefined ? NONE : toDetails(row);
      const after = { ...before, ...withoutUndefined(given) };
      if (isDeepStrictEqual(before, after)) {
        return;
      }
      await recordUpdate(documentId);
      if (row === undefined) {
        const added = { document_id: documentId, ...toRow(after) };
        await insertRow(strapi, PUBLICATION_DETAIL_UID, added);
        return;
      }
      await query(strapi, (knex) => {
        const own = details(knex).where({ document_id: documentId });
        return isDeepStrictEqual(after, NONE) ? own.delete() : own.update(toRow(after));
      });
    },

    /** Takes the row of a document away of which no version is left in any locale. */
    async forgetGone(documentId: string): Promise<void> {
      await query(strapi, (knex) => knex.raw(deleteGone, [documentId, documentId]));
    },
  };
};

export type PublicationDetailService = ReturnType<typeof createPublicationDetailService>;

/** Gives this service of a site. */
export const getPublicationDetailService = (strapi: Core.Strapi): PublicationDetailService =>
  strapi.plugin(PLUGIN_ID).service('publicationDetail');
