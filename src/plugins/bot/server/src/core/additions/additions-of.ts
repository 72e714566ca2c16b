import type { Core, Schema, UID } from '@strapi/strapi';
import _ from 'lodash';

import { PLUGIN_ID } from '../constants';
import { columnNameOf } from '../strapi/database/column-name';

import type { AddedToType } from './add-to-type';
import type { Kind, Part } from './catalog';
import { indexesWhenLargeOf } from './indexes';

const ownTypes = ({ contentTypes }: Core.Strapi): Schema.ContentType[] =>
  (Object.values(contentTypes) as Schema.ContentType[]).filter(
    ({ plugin }) => plugin === PLUGIN_ID
  );

/** Removes `createdBy` and `updatedBy` from the plugin's own types, which saves two indexes. Call it in `register`. */
export const leaveOutCreators = (strapi: Core.Strapi): void => {
  for (const { attributes } of ownTypes(strapi)) {
    ['createdBy', 'updatedBy'].forEach((name) => Reflect.deleteProperty(attributes, name));
  }
};

/**
 * Restricts the plugin's own types to their declared indexes. Strapi adds an index on document IDs to every type, which
 * these types rarely use. Call it in `register`; takes effect before Strapi's schema sync.
 */
export const leaveOutDocumentIndexes = (strapi: Core.Strapi): void => {
  strapi.hook('strapi::content-types.beforeSync').register(() => {
    for (const { uid, indexes = [] } of ownTypes(strapi)) {
      Object.assign(strapi.db.metadata.get(uid), { indexes });
    }
  });
};

const part =
  (kind: Kind, table: string) =>
  (name: string): Part => ({ kind, table, name });

/** All database additions of this version. @param plainTables tables without a content type */
export const additionsOf = (
  strapi: Core.Strapi,
  addedToTypes: AddedToType[],
  plainTables: string[]
): Part[] => {
  const tableOf = (uid: UID.ContentType): string =>
    strapi.db.metadata.identifiers.getTableName(String(strapi.contentTypes[uid].collectionName));
  const columnsOf = (uid: UID.ContentType, attributes: string[]): Part[] =>
    attributes.map((name) => columnNameOf(strapi, uid, name)).map(part('column', tableOf(uid)));

  return [
    ...addedToTypes.flatMap(({ uid, attributes, indexes, rules }) => [
      ...rules.map(part('rule', tableOf(uid))),
      ...[...indexes, ...indexesWhenLargeOf(strapi.contentTypes[uid])]
        .map(({ name }) => name)
        .map(part('index', tableOf(uid))),
      ...columnsOf(uid, Object.keys(attributes)),
    ]),
    ...ownTypes(strapi).flatMap(({ uid, attributes }) => [
      part('table', tableOf(uid))(tableOf(uid)),
      ...columnsOf(uid, Object.keys(_.omitBy(attributes, { type: 'relation' }))),
    ]),
    ...plainTables.map((table) => part('table', table)(table)),
  ];
};
