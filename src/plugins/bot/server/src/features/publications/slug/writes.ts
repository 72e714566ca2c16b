import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { knexOf, tableOf } from '../../../core/database/connection';
import type { Write, WritePhases } from '../../../core/writes/phases';
import { defaultLocale, isLocalized } from '../../../core/strapi/locales';

import { documentIdOf } from '../changes/writes';

import { getSlugService, isBlank, type SlugOwner } from './slug';

type WriteParams = Write['params'];

/**
 * Sets the slug of every publication. Strapi fills a `uid` only in the panel, and checks uniqueness only on publish. A
 * chosen slug is never changed: if it is taken, the write is rejected.
 */
export const createSlugRule = (strapi: Core.Strapi): WritePhases => {
  const { contentType, attributes } = botConfig(strapi);
  const slugs = () => getSlugService(strapi);

  const titleIn = (data: object): string => Reflect.get(data, attributes.title) ?? '';
  const slugIn = (data: object): string => Reflect.get(data, attributes.slug) ?? '';

  /** The slug for new data: the chosen one, or one made from the title. */
  const slugFor = (data: object, owner?: SlugOwner): Promise<string> =>
    isBlank(slugIn(data))
      ? slugs().generate(titleIn(data), owner)
      : slugs().reserve(slugIn(data), owner);

  const giveSlug = (data: object, slug: string): void => {
    Object.assign(data, { [attributes.slug]: slug });
  };

  const ownerOf = async ({ documentId, locale }: WriteParams): Promise<SlugOwner | undefined> => {
    if (documentId === undefined) return undefined;
    return isLocalized(strapi, contentType)
      ? { documentId, locale: [locale].flat()[0] ?? (await defaultLocale(strapi)) }
      : { documentId, locale: null };
  };

  /** Whether an update creates a new translation, which is a row of its own. */
  const isNew = async ({ documentId, locale }: SlugOwner): Promise<boolean> => {
    const row: unknown = await knexOf(strapi)(tableOf(strapi, contentType))
      .where({ document_id: documentId, locale, published_at: null })
      .first('id');
    return row === undefined;
  };

  const onUpdate = async (params: WriteParams): Promise<void> => {
    const { data } = params;
    const owner = await ownerOf(params);
    if (data === undefined || owner === undefined) return;
    if (attributes.slug in data || (owner.locale !== null && (await isNew(owner)))) {
      giveSlug(data, await slugFor(data, owner));
    }
  };

  return {
    async complete({ action, params }) {
      const { data } = params;
      if (action === 'create' && data !== undefined) {
        giveSlug(data, await slugFor(data));
      }
      if (action === 'clone' && data !== undefined && !isBlank(slugIn(data))) {
        giveSlug(data, await slugs().generate(slugIn(data)));
      }
      if (action === 'update') {
        await onUpdate(params);
      }
    },

    /** Sets missing slugs before publishing, because a row inserted with SQL may have none. */
    async write({ action, params }) {
      if (action === 'publish') {
        await slugs().assign(String(params.documentId));
      }
      return undefined;
    },

    record: ({ action }) =>
      action === 'clone'
        ? async (result) => {
            const copy = documentIdOf(result);
            if (copy !== undefined) {
              await slugs().deduplicate(copy);
            }
          }
        : undefined,
  };
};
