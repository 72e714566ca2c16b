import { randomUUID } from 'node:crypto';

import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import type { OwnType } from '../../core/additions/own-types';
import { botConfig } from '../../core/config';
import { knexOf, tableOf } from '../../core/database/connection';
import { createRowInsert } from '../../core/database/statement';
import { defineQuestion } from '../../core/hooks';
import { serviceOf } from '../../core/service';
import { isLocalized } from '../../core/strapi/locales';
import type { Write, WritePhases } from '../../core/writes/phases';

import { createPublicSlugs, entriesOf, fieldColumns } from '../publications';

export const FORMER_ADDRESS_UID = 'plugin::bot.former-address';

export const formerAddress: OwnType = {
  description:
    'Slugs at which a publication was once public; the document id is that of the publication',
  attributes: {
    slug: { type: 'string', required: true, column: { unique: true } },
    pending: { type: 'string' },
  },
  indexes: { bot_former_addresses_of_index: ['document_id'] },
};

/**
 * Hook that returns whether search engines must be notified of URLs that are no longer public; false if no feature
 * answers.
 */
export const areSearchEnginesNotified = defineQuestion<void, boolean>(() => false);

/**
 * Stores former slugs of publications, so that readers are redirected or get 410. Each slug is stored only for the last
 * publication that used it; a publication that uses the slug now takes precedence.
 */
export const createFormerAddressService = ({ strapi }: { strapi: Core.Strapi }) => {
  const insert = createRowInsert(strapi, FORMER_ADDRESS_UID, 'slug');

  return {
    /**
     * Records in the open transaction that slugs are no longer public. If search engines must be notified, marks the
     * rows as pending until the notification.
     */
    async remember(documentId: string, slugs: readonly string[]): Promise<void> {
      const pending = areSearchEnginesNotified.resolve(strapi) ? randomUUID() : null;
      for (const slug of slugs) {
        await insert({ slug, document_id: documentId, pending });
      }
    },

    /** The id of the document that last used this slug publicly; undefined if no document has used this slug. */
    async find(slug: string): Promise<string | undefined> {
      const row: { document_id: string } | undefined = await knexOf(strapi)(
        tableOf(strapi, FORMER_ADDRESS_UID)
      )
        .where('slug', slug)
        .first('document_id');
      return row?.document_id;
    },

    /** Finds the former slugs of documents, sorted, without those that are public again. */
    async slugsOf(documentIds: readonly string[]): Promise<Map<string, string[]>> {
      const table = tableOf(strapi, FORMER_ADDRESS_UID);
      const { contentType } = botConfig(strapi);
      const { slug } = fieldColumns(strapi);
      const knex = knexOf(strapi);
      const rows: { id: string; slug: string }[] = await knex(`${table} as former`)
        .select({ id: 'former.document_id', slug: 'former.slug' })
        .whereIn('former.document_id', documentIds)
        .whereNotExists((current) =>
          current
            .select(knex.raw('1'))
            .from(`${tableOf(strapi, contentType)} as current`)
            .whereNotNull('current.published_at')
            .whereRaw('?? = ??', [`current.${slug}`, 'former.slug'])
        )
        .orderBy('former.slug');
      const bySlug = _.groupBy(rows, 'id');
      return new Map(Object.entries(bySlug).map(([id, own]) => [id, own.map((row) => row.slug)]));
    },
  };
};

export const getFormerAddressService =
  serviceOf<typeof createFormerAddressService>('formerAddress');

/** Actions that can unpublish or replace a public version. */
const MOVING: ReadonlySet<Write['action']> = new Set(['publish', 'unpublish', 'delete', 'update']);

/** Creates the hooks (`WritePhases`) that record slugs which stop being public, for writes by any caller. */
export const createFormerAddressWrites = (strapi: Core.Strapi): WritePhases => {
  const { attributes, contentType } = botConfig(strapi);
  const localized = isLocalized(strapi, contentType);
  const publicSlugs = createPublicSlugs(strapi);

  return {
    async record(write) {
      const { action, params } = write;
      const isDraft = action === 'update' && params.status !== 'published';
      if (!MOVING.has(action) || isDraft) return undefined;
      const documentId = String(params.documentId);
      const remember = (slugs: unknown[]): Promise<void> =>
        getFormerAddressService(strapi).remember(
          documentId,
          _.uniq(slugs).filter((slug) => typeof slug === 'string')
        );
      // A deletion as the bot does it: the whole document, with all columns in the result.
      if (action === 'delete' && !localized && Object.keys(params).join() === 'documentId') {
        return (result) => {
          const versions = entriesOf(result) as Record<string, unknown>[];
          return remember(
            versions.filter((it) => it.publishedAt != null).map((it) => it[attributes.slug])
          );
        };
      }
      const before = await publicSlugs(documentId);
      return before.length === 0
        ? undefined
        : async () => remember(_.difference(before, await publicSlugs(documentId)));
    },
  };
};
