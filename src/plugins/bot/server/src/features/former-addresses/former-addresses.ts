import { randomUUID } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { FORMER_ADDRESS_UID, PLUGIN_ID } from '../../core/constants';
import { inChunks } from '../../core/database/chunks';
import { query, quote, rowsOf, tableOf } from '../../core/database/connection';
import { fieldColumns } from '../publications/content-type/columns';

/**
 * Remembers at which slugs publications were public before, so that their readers are led on, or
 * told that the work is gone. The newest owner of a slug counts; what is public at it now comes before.
 */
export const createFormerAddressService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { contentType, indexNow } = botConfig(strapi);
  const { slug } = fieldColumns(strapi);
  // In SQL, as it is a part of each publish.
  const selectPublic = `SELECT ${quote(strapi, slug)} AS slug
    FROM ${quote(strapi, tableOf(strapi, contentType))}
    WHERE document_id = ? AND published_at IS NOT NULL`;

  return {
    /** The slugs of the public versions of a document, one of each, in any locale. */
    async publicSlugs(documentId: string): Promise<(string | null)[]> {
      const rows = rowsOf<{ slug: string | null }>(
        await query(strapi, (knex) => knex.raw(selectPublic, [documentId]))
      );
      return rows.map((row) => row.slug);
    },

    /**
     * Writes down that a document is not public at these slugs any more, in the same transaction; where
     * search engines are told of it, with a mark that stays until they are.
     */
    async remember(documentId: string, slugs: readonly string[]): Promise<void> {
      const untold = indexNow.key === '' ? null : randomUUID();
      for (const chunk of inChunks(slugs)) {
        await query(strapi, (knex) =>
          knex(tableOf(strapi, FORMER_ADDRESS_UID))
            .insert(chunk.map((gone) => ({ slug: gone, document_id: documentId, untold })))
            .onConflict('slug')
            .merge(['document_id', 'untold'])
        );
      }
    },

    /** The document that was public at this slug last; undefined if none ever was. */
    async find(gone: string): Promise<string | undefined> {
      const row: { document_id: string } | undefined = await query(strapi, (knex) =>
        knex(tableOf(strapi, FORMER_ADDRESS_UID)).where('slug', gone).first('document_id')
      );
      return row?.document_id;
    },
  };
};

export type FormerAddressService = ReturnType<typeof createFormerAddressService>;

/** Gives this service of a site. */
export const getFormerAddressService = (strapi: Core.Strapi): FormerAddressService =>
  strapi.plugin(PLUGIN_ID).service('formerAddress');
