import type { Core, Schema, UID } from '@strapi/strapi';
import _ from 'lodash';

/** A version of a document. The locale is null if the type is not localized. */
export interface LocalizedVersion {
  locale: string | null;
}

/** Whether documents of a type have a version per locale (Strapi's i18n plugin). */
export const isLocalized = (strapi: Core.Strapi, uid: UID.Schema): boolean => {
  const { pluginOptions }: Schema.ContentType =
    strapi.contentTypes[uid as keyof typeof strapi.contentTypes];
  return _.get(pluginOptions, 'i18n.localized') === true;
};

/** The locale that Strapi uses if a write does not specify one. */
export const defaultLocale = async (strapi: Core.Strapi): Promise<string> =>
  strapi.plugin('i18n').service('locales').getDefaultLocale();

/** Codes of all locales of the site. */
export const localesOf = async (strapi: Core.Strapi): Promise<string[]> => {
  const locales: { code: string }[] = await strapi.plugin('i18n').service('locales').find();
  return locales.map(({ code }) => code);
};

/**
 * Picks the main version of a document: the version in the preferred locale, else the version whose locale code sorts
 * first.
 */
export const pickMainVersion = <Version extends LocalizedVersion>(
  versions: Version[],
  preferred: string | null
): Version | undefined => {
  const rank = ({ locale }: Version): string => (locale === preferred ? '' : (locale ?? ' '));
  return [...versions].sort((one, other) => (rank(one) < rank(other) ? -1 : 1))[0];
};
