import type { Core } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { rulePanelUids } from '../../../core/strapi/panel/uids';
import { defaultLocale, isLocalized } from '../../../core/strapi/locales';

import { getSlugService, type SlugOwner } from './slug';

const textIn = (data: Record<string, unknown>, name: string): string => {
  const value = data[name];
  return typeof value === 'string' ? value : '';
};

/** Proposes in the panel the slugs that the site would give, and knows all that are taken. */
export const proposeSlugsInPanel = (strapi: Core.Strapi): void => {
  const { contentType, attributes } = botConfig(strapi);
  const slugs = () => getSlugService(strapi);

  const ownerOf = async (documentId: string, locale?: string): Promise<SlugOwner> => ({
    documentId,
    locale: isLocalized(strapi, contentType) ? (locale ?? (await defaultLocale(strapi))) : null,
  });

  rulePanelUids(strapi, {
    model: contentType,
    attribute: attributes.slug,
    propose: async (data, locale) =>
      slugs().propose(textIn(data, attributes.title), await ownerOf(textIn(data, 'id'), locale)),
    proposeLike: async (slug, locale) => slugs().propose(slug, await ownerOf('', locale)),
    isFree: async (slug, locale) => slugs().isFree(slug, await ownerOf('', locale)),
  });
};
