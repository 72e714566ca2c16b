import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { isLocalized } from '../../core/strapi/locales';
import type { Write, WritePhases } from '../../core/writes/phases';
import { createPublicSlugs, entriesOf } from '../publications';

import { getFormerAddressService } from './former-addresses';

/** What can take a public version away, or put another one in its place. */
const MOVING: ReadonlySet<Write['action']> = new Set(['publish', 'unpublish', 'delete', 'update']);

/** Remembers the addresses that a write takes from readers, whoever writes. */
export const createFormerAddressWrites = (strapi: Core.Strapi): WritePhases => {
  const { attributes, contentType } = botConfig(strapi);
  const localized = isLocalized(strapi, contentType);
  const slugs = createPublicSlugs(strapi);

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
      const before = await slugs.before(write);
      return before.length === 0
        ? undefined
        : async () => remember(_.difference(before, await slugs.now(documentId)));
    },
  };
};
