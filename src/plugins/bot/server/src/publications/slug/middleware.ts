import type { Core } from '@strapi/strapi';

import { botConfig } from '../../config';
import { query, tableOf } from '../../database/connection';
import type { DocumentMiddleware } from '../../strapi/document-middleware';
import { defaultLocale, isLocalized } from '../locales';

import { getSlugService, isBlank, type SlugOwner } from './slug';

interface WriteParams {
  documentId?: string;
  locale?: string;
  data?: { title?: string | null; slug?: string | null };
}

/**
 * Gives every publication its slug, whoever writes it. Strapi fills a `uid` field only in the
 * panel, and checks that it is unique only on publish and only there.
 * A slug that somebody chose is never changed: if it is taken, the write is refused.
 */
export const createSlugRule = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType } = botConfig(strapi);
  const slugs = () => getSlugService(strapi);

  const ownerOf = async ({ documentId, locale }: WriteParams): Promise<SlugOwner | undefined> => {
    if (documentId === undefined) {
      return undefined;
    }
    return isLocalized(strapi, contentType)
      ? { documentId, locale: locale ?? (await defaultLocale(strapi)) }
      : { documentId, locale: null };
  };

  /** Whether an update makes a new translation, which is a row of its own. */
  const isNew = async ({ documentId, locale }: SlugOwner): Promise<boolean> => {
    const row: unknown = await query(strapi, (knex) =>
      knex(tableOf(strapi, contentType))
        .where({ document_id: documentId, locale, published_at: null })
        .first('id')
    );
    return row === undefined;
  };

  const onUpdate = async (params: WriteParams): Promise<void> => {
    const { data } = params;
    const owner = await ownerOf(params);
    if (data === undefined || owner === undefined) {
      return;
    }
    if (!('slug' in data)) {
      if (owner.locale !== null && (await isNew(owner))) {
        data.slug = await slugs().free(data.title ?? '', owner);
      }
      return;
    }
    data.slug = isBlank(data.slug)
      ? await slugs().free(data.title ?? '', owner)
      : await slugs().claim(data.slug ?? '', owner);
  };

  return async (context, next) => {
    if (context.uid !== contentType) {
      return next();
    }
    const params = context.params as WriteParams;
    const { data } = params;

    if (context.action === 'create' && data !== undefined) {
      data.slug = isBlank(data.slug)
        ? await slugs().free(data.title ?? '')
        : await slugs().claim(data.slug ?? '');
    }
    if (context.action === 'clone' && data !== undefined && !isBlank(data.slug)) {
      data.slug = await slugs().free(data.slug ?? '');
    }
    if (context.action === 'update') {
      await onUpdate(params);
    }
    const result = await next();
    const { documentId: copy } = Object(result) as { documentId?: string };
    if (context.action === 'clone' && copy !== undefined) {
      await slugs().separate(copy);
    }
    return result;
  };
};
