import { isDeepStrictEqual } from 'node:util';

import type { Core, UID } from '@strapi/strapi';

const UID_OF_WORKS = 'api::work.work' satisfies UID.ContentType;

type Row = { name: string; size: number }[];

interface Configuration {
  layouts: { edit: Row[] };
}

/** The part of the Content Manager that knows the configurations of content types. */
interface Configurations {
  findConfiguration(model: object): Promise<Configuration>;
  updateConfiguration(model: object, configuration: Configuration): Promise<unknown>;
}

const fields =
  (size: number) =>
  (...names: string[]): Row =>
    names.map((name) => ({ name, size }));
const whole = fields(12);
const half = fields(6);

const TITLE: Row = [
  { name: 'title', size: 8 },
  { name: 'slug', size: 4 },
];
const BEFORE_FURTHER_FIELDS = [TITLE, whole('body'), whole('media')];

/**
 * How the form of works of earlier versions of this site looks once Strapi has added what works got since: at the
 * end, in the order of the type, as many as fit into a row.
 */
const ADDED_BY_STRAPI: Row[][] = [
  // The further fields and the language at once.
  [
    ...BEFORE_FURTHER_FIELDS,
    half('excerpt', 'cover'),
    half('authorName', 'language'),
    half('tags', 'category'),
    whole('seo'),
  ],
  // First the further fields, later the language.
  [
    ...BEFORE_FURTHER_FIELDS,
    half('excerpt', 'cover'),
    half('authorName', 'tags'),
    half('category'),
    whole('seo'),
    half('language'),
  ],
  // The language alone.
  [
    TITLE,
    whole('excerpt'),
    whole('body'),
    half('cover', 'media'),
    half('authorName', 'category'),
    whole('tags'),
    whole('seo'),
    half('language'),
  ],
];

/**
 * Arranges the form of works of an existing site as that of a new one, if nobody has arranged it: if it is what an
 * earlier version of this site gave it, with what Strapi has added at its end. Any other form stays.
 */
export const setEditLayout = async (strapi: Core.Strapi): Promise<void> => {
  const configurations: Configurations = strapi.plugin('content-manager').service('content-types');
  const model = strapi.contentType(UID_OF_WORKS);
  const { config: given } = model as { config?: Configuration };
  if (given === undefined) {
    return;
  }
  const configuration = await configurations.findConfiguration(model);
  const { layouts } = configuration;
  if (ADDED_BY_STRAPI.some((edit) => isDeepStrictEqual(edit, layouts.edit))) {
    await configurations.updateConfiguration(model, {
      ...configuration,
      layouts: { ...layouts, edit: given.layouts.edit },
    });
  }
};
