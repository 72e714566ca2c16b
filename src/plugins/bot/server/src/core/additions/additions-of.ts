import type { Core, Schema, UID } from '@strapi/strapi';
import _ from 'lodash';

import { PLUGIN_ID } from '../constants';
import { columnNameOf } from '../strapi/database/column-name';

import type { AddedToType } from './add-to-type';
import type { Kind, Part } from './catalog';

/** The content types of this plugin. */
const ownTypes = ({ contentTypes }: Core.Strapi): Schema.ContentType[] =>
  (Object.values(contentTypes) as Schema.ContentType[]).filter(
    ({ plugin }) => plugin === PLUGIN_ID
  );

/**
 * Takes from them who has created and last saved a row, which Strapi gives to every type: nobody edits these rows in
 * the panel, and each insert would write two more indexes. To be called when the plugin is registered.
 */
export const leaveOutCreators = (strapi: Core.Strapi): void => {
  for (const { attributes } of ownTypes(strapi)) {
    ['createdBy', 'updatedBy'].forEach((name) => Reflect.deleteProperty(attributes, name));
  }
};

const part =
  (kind: Kind, table: string) =>
  (name: string): Part => ({ kind, table, name });

/**
 * All that this version adds to the database.
 * @param plainTables its tables that are no content types
 */
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
    ...addedToTypes.flatMap(({ uid, attributes, indexes, indexesWhenLarge, rules }) => [
      ...rules.map(part('rule', tableOf(uid))),
      ...[...indexes, ...indexesWhenLarge].map(({ name }) => name).map(part('index', tableOf(uid))),
      ...columnsOf(uid, Object.keys(attributes)),
    ]),
    ...ownTypes(strapi).flatMap(({ uid, attributes }) => [
      part('table', tableOf(uid))(tableOf(uid)),
      ...columnsOf(uid, Object.keys(_.omitBy(attributes, { type: 'relation' }))),
    ]),
    ...plainTables.map((table) => part('table', table)(table)),
  ];
};
