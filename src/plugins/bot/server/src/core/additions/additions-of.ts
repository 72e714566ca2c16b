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

/** Takes `createdBy` and `updatedBy` from the plugin's types, at `register`: each insert would write two more indexes. */
export const leaveOutCreators = (strapi: Core.Strapi): void => {
  for (const { attributes } of ownTypes(strapi)) {
    ['createdBy', 'updatedBy'].forEach((name) => Reflect.deleteProperty(attributes, name));
  }
};

/**
 * Leaves to them the indexes that they name: Strapi adds one by documents to every type, and few of these rows are
 * looked up by it. To be called when the plugin is registered; it is done when tables are known and not yet made.
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

/** All that this version adds to the database. @param plainTables tables that are no content types */
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
