import type { Core, Schema } from '@strapi/strapi';

import type { Attributes } from '../../../core/database/rows/entity';

const TEXT_TYPES = new Set(['string', 'text', 'richtext', 'blocks', 'json']);

/**
 * Matches the uids of content types of Strapi, its official plugins and this plugin, which store no content of the
 * site.
 */
const INTERNAL =
  /^(?:admin|strapi)::|^plugin::(?:bot|upload|i18n|users-permissions|content-releases|review-workflows)\./;

/** The value of a text attribute: a string, or an object for blocks and JSON. */
export type Text = unknown;

/** Content types and components with content of the site. */
export const contentOf = (strapi: Core.Strapi): (Schema.ContentType | Schema.Component)[] => {
  const types: (Schema.ContentType | Schema.Component)[] = [
    ...Object.values(strapi.contentTypes),
    ...Object.values(strapi.components),
  ];
  return types.filter(({ uid }) => !INTERNAL.test(uid));
};

/** Names of the visible text attributes, keyed by content type or component. */
export const textAttributes = (strapi: Core.Strapi): Map<string, string[]> =>
  new Map(
    contentOf(strapi)
      .map(({ uid, attributes }) => {
        const names = Object.entries(attributes as Attributes)
          .filter(([, { type, visible }]) => TEXT_TYPES.has(type) && visible !== false)
          .map(([name]) => name);
        return [uid, names] as const;
      })
      .filter(([, names]) => names.length > 0)
  );

/** Columns of the text attributes, keyed by content type or component. */
export const textColumns = (strapi: Core.Strapi): Map<string, string[]> =>
  new Map(
    [...textAttributes(strapi)].map(([uid, names]) => {
      const { attributes } = strapi.db.metadata.get(uid);
      return [
        uid,
        names.map((name) => String(Reflect.get(Object(attributes[name]), 'columnName') ?? name)),
      ] as const;
    })
  );

/** Converts the value of a text attribute to a string: objects to JSON, null to an empty string. */
export const plainText = (text: Text): string => {
  if (typeof text === 'string') return text;
  return text === null || text === undefined ? '' : JSON.stringify(text);
};
