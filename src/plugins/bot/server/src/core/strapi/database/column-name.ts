/*
 * Relies on: `@strapi/database` 5.54 (since 5.0): column names as `createAttribute` (`metadata`) makes them later
 * Breaks if: Strapi derives column names in another way
 * Checked by: `tests/editors/a-type-with-names-of-its-own.long.test.ts`
 */
import type { Core, UID } from '@strapi/strapi';
import _ from 'lodash';

import { FILE_UID } from '../../constants';
import type { Probe } from '../probe';

/** The column name of an attribute that stores a value. */
export const columnNameOf = (strapi: Core.Strapi, uid: UID.Schema, attribute: string): string => {
  const schema: unknown = Reflect.get(strapi.getModel(uid).attributes, attribute);
  const named: unknown = Reflect.get(Object(schema), 'columnName');
  return typeof named === 'string'
    ? named
    : strapi.db.metadata.identifiers.getColumnName(_.snakeCase(attribute));
};

export const COLUMN_NAMES: Probe = {
  name: 'columns that the plugin adds',
  reliesOn: 'the naming of columns of @strapi/database',
  verify: (strapi) =>
    Object.entries(strapi.db.metadata.get(FILE_UID).attributes).every(
      ([name, attribute]) =>
        !('columnName' in attribute) ||
        attribute.columnName === columnNameOf(strapi, FILE_UID, name)
    ),
};
