import type { Core } from '@strapi/strapi';

import { botConfig, getService } from '../../services/lookup';

import type { DocumentMiddleware } from './types';

interface WriteParams {
  documentId?: string;
  data?: { title?: string | null; slug?: string | null };
}

const isBlank = (slug: string | null | undefined): boolean => slug == null || slug.trim() === '';

/**
 * Gives every publication its slug, whoever writes it. Strapi fills a `uid` field only in the
 * panel, and checks that it is unique only on publish and only there.
 * A slug that somebody chose is never changed: if it is taken, the write is refused.
 */
export const createSlugRule = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType } = botConfig(strapi);

  return async (context, next) => {
    if (context.uid !== contentType) {
      return next();
    }
    const { documentId, data } = context.params as WriteParams;
    const slugs = getService(strapi, 'slug');

    if (context.action === 'create' && data !== undefined) {
      data.slug = isBlank(data.slug)
        ? await slugs.free(data.title ?? '')
        : await slugs.claim(data.slug ?? '');
    }
    if (context.action === 'clone' && data !== undefined && !isBlank(data.slug)) {
      data.slug = await slugs.free(data.slug ?? '');
    }
    if (context.action === 'update' && data !== undefined && 'slug' in data) {
      data.slug = isBlank(data.slug)
        ? await slugs.free(data.title ?? '', documentId)
        : await slugs.claim(data.slug ?? '', documentId);
    }
    return next();
  };
};
