import type { Core, Schema, UID } from '@strapi/strapi';

import { columnNameOf } from '../strapi/database/column-name';

import { addWhenLarge, type Index } from './indexes';

/** Additions of the plugin to a content type of the site or of Strapi, and to its table. */
export interface AddedToType {
  uid: UID.ContentType;
  attributes: Record<string, object>;
  indexes: Index[];
  /** Indexes for large tables only (`features/large-sites`): on a small table they cost more than they save. */
  indexesWhenLarge: Index[];
  /** Names of constraints; on SQLite, names of triggers. */
  rules: string[];
}

/**
 * Adds attributes and indexes to a content type that is not the plugin's own. Call it in `register`.
 * @throws Error with a one-line message if the type already has these attributes or columns
 */
export const addToType = (
  strapi: Core.Strapi,
  { uid, attributes, indexes, indexesWhenLarge }: AddedToType
): void => {
  const contentType: Schema.ContentType = strapi.contentTypes[uid];
  const declared = Object.keys(contentType.attributes);
  Object.assign(contentType.attributes, attributes);
  const columns = new Set(Object.keys(attributes).map((name) => columnNameOf(strapi, uid, name)));
  const taken = declared.filter(
    (name) => name in attributes || columns.has(columnNameOf(strapi, uid, name))
  );
  if (taken.length > 0) {
    throw new Error(
      `bot plugin: ${uid} declares attributes with names that the plugin needs: ${taken.join(', ')}. Rename them`
    );
  }
  contentType.indexes = [...(contentType.indexes ?? []), ...indexes];
  addWhenLarge(contentType, indexesWhenLarge);
};
