import { randomUUID } from 'node:crypto';

import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import type { OwnType } from '../../core/additions/own-types';
import { botConfig } from '../../core/config';
import { query, tableOf } from '../../core/database/connection';
import { createRowInsert } from '../../core/database/statement';
import { defineQuestion } from '../../core/hooks';
import { serviceOf } from '../../core/service';
import { isLocalized } from '../../core/strapi/locales';
import type { Write, WritePhases } from '../../core/writes/phases';

import { createPublicSlugs, entriesOf } from '../publications';

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

/** Whether somebody is to be told that an address is not public any more. */
export const areTold = defineQuestion<void, boolean>(() => false);

/**
 * Remembers at which slugs publications were public before, so that their readers are led on, or
 * told that the work is gone. The newest owner of a slug counts; what is public at it now comes before.
 */
export const createFormerAddressService = ({ strapi }: { strapi: Core.Strapi }) => {
  const insert = createRowInsert(strapi, FORMER_ADDRESS_UID, 'slug');

  return {
    /** Records, in the same transaction, that slugs are no longer public; marked until search engines are told. */
    async remember(documentId: string, slugs: readonly string[]): Promise<void> {
      const pending = areTold.ask(strapi) ? randomUUID() : null;
      for (const slug of slugs) {
        await insert({ slug, document_id: documentId, pending });
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

const getFormerAddressService = serviceOf<typeof createFormerAddressService>('formerAddress');

/** What can take a public version away, or put another one in its place. */
const MOVING: ReadonlySet<Write['action']> = new Set(['publish', 'unpublish', 'delete', 'update']);

/** Remembers the addresses that a write takes from readers, whoever writes. */
export const createFormerAddressWrites = (strapi: Core.Strapi): WritePhases => {
  const { attributes, contentType } = botConfig(strapi);
  const localized = isLocalized(strapi, contentType);
  const publicSlugs = createPublicSlugs(strapi);

  return {
    async record(write) {
      const { action, params } = write;
      const isDraft = action === 'update' && params.status !== 'published';
      if (!MOVING.has(action) || isDraft) {
        return undefined;
      }
      const documentId = String(params.documentId);
      const remember = (gone: unknown[]): Promise<void> =>
        getFormerAddressService(strapi).remember(
          documentId,
          _.uniq(gone).filter((slug) => typeof slug === 'string')
        );
      // As the bot deletes: all of it, and with all columns in the answer.
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
