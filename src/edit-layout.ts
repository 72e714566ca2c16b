/**
 * Relies on: `findConfiguration` and `updateConfiguration` of the Content Manager's service `content-types`
 * Breaks if: Strapi renames them, or stores the layout of an edit view differently
 * Checked by: tests/pages/content-manager-layout.long.test.ts
 */

import { isDeepStrictEqual } from 'node:util';

import type { Core, UID } from '@strapi/strapi';

const UID_OF_WORKS = 'api::work.work' satisfies UID.ContentType;

type Row = { name: string; size: number }[];

interface Configuration {
  layouts: { edit: Row[] };
}

/** Content Manager service that stores the configurations of content types. */
interface Configurations {
  findConfiguration(model: object): Promise<Configuration>;
  updateConfiguration(model: object, configuration: Configuration): Promise<unknown>;
}

const fields =
  (size: number) =>
  (...names: string[]): Row =>
    names.map((name) => ({ name, size }));
const full = fields(12);
const half = fields(6);

const TITLE: Row = [
  { name: 'title', size: 8 },
  { name: 'slug', size: 4 },
];
const BEFORE_FURTHER_FIELDS = [TITLE, full('body'), full('media')];

/**
 * Forms of works on sites of earlier versions, after Strapi has appended the new fields: at the end, in the order of
 * the schema, as many in a row as fit.
 */
const EARLIER_LAYOUTS: Row[][] = [
  // The additional fields and the language were added in one update.
  [
    ...BEFORE_FURTHER_FIELDS,
    half('excerpt', 'cover'),
    half('authorName', 'language'),
    half('tags', 'category'),
    full('seo'),
  ],
  // The additional fields were added first, the language in a later update.
  [
    ...BEFORE_FURTHER_FIELDS,
    half('excerpt', 'cover'),
    half('authorName', 'tags'),
    half('category'),
    full('seo'),
    half('language'),
  ],
  // Only the language was added.
  [
    TITLE,
    full('excerpt'),
    full('body'),
    half('cover', 'media'),
    half('authorName', 'category'),
    full('tags'),
    full('seo'),
    half('language'),
  ],
];

/**
 * Gives the edit form of works on an existing site the layout of a new site, unless somebody has rearranged it. Changes
 * only a layout of an earlier version with fields that Strapi appended.
 */
export const setEditLayout = async (strapi: Core.Strapi): Promise<void> => {
  const configurations: Configurations = strapi.plugin('content-manager').service('content-types');
  const model = strapi.contentType(UID_OF_WORKS);
  const { config } = model as { config?: Configuration };
  if (config === undefined) {
    return;
  }
  const configuration = await configurations.findConfiguration(model);
  const { layouts } = configuration;
  if (EARLIER_LAYOUTS.some((edit) => isDeepStrictEqual(edit, layouts.edit))) {
    await configurations.updateConfiguration(model, {
      ...configuration,
      layouts: { ...layouts, edit: config.layouts.edit },
    });
  }
};
