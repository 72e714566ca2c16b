import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { query, tableOf } from '../../../core/database/connection';
import type { DocumentMiddleware } from '../../../core/strapi/document-middleware';
import { defaultLocale, isLocalized } from '../locales';

import { getSlugService, isBlank, type SlugOwner } from './slug';

interface WriteParams {
  documentId?: string;
  locale?: string;
  data?: object;
}

/**
 * Gives every publication its slug, whoever writes it. Strapi fills a `uid` field only in the
 * panel, and checks that it is unique only on publish and only there.
 * A slug that somebody chose is never changed: if it is taken, the write is refused.
 */
export const createSlugRule = (strapi: Core.Strapi): DocumentMiddleware => {
  const { contentType, attributes } = botConfig(strapi);
  const slugs = () => getSlugService(strapi);

  const titleIn = (data: object): string => Reflect.get(data, attributes.title) ?? '';
  const slugIn = (data: object): string => Reflect.get(data, attributes.slug) ?? '';

  /** A slug for new data: the one that somebody chose, or one from the title. */
  const slugFor = (data: object, owner?: SlugOwner): Promise<string> =>
    isBlank(slugIn(data)) ? slugs().free(titleIn(data), owner) : slugs().claim(slugIn(data), owner);

  const giveSlug = (data: object, slug: string): void => {
    Object.assign(data, { [attributes.slug]: slug });
  };

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
    if (attributes.slug in data || (owner.locale !== null && (await isNew(owner)))) {
      giveSlug(data, await slugFor(data, owner));
    }
  };

  return async (context, next) => {
    if (context.uid !== contentType) {
      return next();
    }
    const params = context.params as WriteParams;
    const { data } = params;

    if (context.action === 'create' && data !== undefined) {
      giveSlug(data, await slugFor(data));
    }
    if (context.action === 'clone' && data !== undefined && !isBlank(slugIn(data))) {
      giveSlug(data, await slugs().free(slugIn(data)));
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
