import type { Core, UID } from '@strapi/strapi';
import _ from 'lodash';

import { columnNameOf } from '../strapi/database/column-name';

import type { AddedToType } from './add-to-type';
import type { Kind, Part } from './catalog';
import { ownTypes } from './own-types';

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
