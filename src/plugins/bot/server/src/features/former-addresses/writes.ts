import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { isLocalized } from '../../core/strapi/locales';
import type { Write, WritePhases } from '../../core/writes/phases';
import { createPublicSlugs } from '../publications';

import { getFormerAddressService } from './former-addresses';

/** What can take a public version away, or put another one in its place. */
const MOVING: ReadonlySet<Write['action']> = new Set(['publish', 'unpublish', 'delete', 'update']);

/** Remembers the addresses that a write takes from readers, whoever writes. */
export const createFormerAddressWrites = (strapi: Core.Strapi): WritePhases => {
  const localized = isLocalized(strapi, botConfig(strapi).contentType);
  const slugs = createPublicSlugs(strapi);

  return {
    async record(write) {
      const { action, params } = write;
      const isDraft = action === 'update' && params.status !== 'published';
      if (!MOVING.has(action) || isDraft) {
        return undefined;
      }
      const before = await slugs.before(write);
      if (before.length === 0) {
        return undefined;
      }
      const documentId = String(params.documentId);
      return async () => {
        const isGone = action === 'delete' && !localized;
        const after = new Set(isGone ? [] : await slugs.now(documentId));
        const gone = [...new Set(before)].filter(
          (slug): slug is string => slug !== null && !after.has(slug)
        );
        await getFormerAddressService(strapi).remember(documentId, gone);
      };
    },
  };
};
