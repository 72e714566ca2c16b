import type { Core } from '@strapi/strapi';

import { botConfig } from '../../config';
import type { DocumentMiddleware } from '../../strapi/document-middleware';

import { getFormerAddressService } from './former-addresses';

/** What can take a public version away, or put another one in its place. */
const MOVING = new Set(['publish', 'unpublish', 'delete', 'update']);

/** Remembers the addresses that a write takes from readers, whoever writes. */
export const createFormerAddresses = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType } = botConfig(strapi);

  return async (context, next) => {
    const { action, uid, params } = context;
    const isDraft = action === 'update' && Reflect.get(params, 'status') !== 'published';
    if (uid !== contentType || !MOVING.has(action) || isDraft) {
      return next();
    }
    const addresses = getFormerAddressService(strapi);
    const { documentId } = params as { documentId: string };
    const before = await addresses.publicSlugs(documentId);
    const result = await next();
    if (before.length > 0) {
      const after = new Set(await addresses.publicSlugs(documentId));
      const gone = [...new Set(before)].filter((slug) => !after.has(slug));
      await addresses.remember(documentId, gone);
    }
    return result;
  };
};
