import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import type { DocumentMiddleware } from '../../core/strapi/document-middleware';

import { isLocalized } from '../publications/locales';

import { getFormerAddressService } from './former-addresses';

/** What can take a public version away, or put another one in its place. */
const MOVING = new Set(['publish', 'unpublish', 'delete', 'update']);

/** The parameters of writes of documents that are not public in any locale. */
const ofDrafts = new WeakSet<object>();

/** Whether a write, told by its parameters, is known to be of a document that is not public, so that nobody need look again. */
export const isKnownAsDraft = (params: object): boolean => ofDrafts.has(params);

/** Remembers the addresses that a write takes from readers, whoever writes. */
export const createFormerAddresses = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType } = botConfig(strapi);
  const localized = isLocalized(strapi, contentType);

  return async (context, next) => {
    const { action, uid, params } = context;
    const isDraft = action === 'update' && Reflect.get(params, 'status') !== 'published';
    if (uid !== contentType || !MOVING.has(action) || isDraft) {
      return next();
    }
    const addresses = getFormerAddressService(strapi);
    const { documentId } = params as { documentId: string };
    const before = await addresses.publicSlugs(documentId);
    if (before.length === 0) {
      ofDrafts.add(params);
    }
    const result = await next();
    if (before.length > 0) {
      const isGone = action === 'delete' && !localized;
      const after = new Set(isGone ? [] : await addresses.publicSlugs(documentId));
      const gone = [...new Set(before)].filter(
        (slug): slug is string => slug !== null && !after.has(slug)
      );
      await addresses.remember(documentId, gone);
    }
    return result;
  };
};
