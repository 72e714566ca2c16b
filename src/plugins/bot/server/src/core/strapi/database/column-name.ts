/*
 * Leans on how Strapi 5.54 (since 5.0) names the column of an attribute (`createAttribute` in
 * `@strapi/database/metadata`), which has to be known before its metadata are made.
 * `tests/editors/a-type-with-names-of-its-own.test.ts` notices a change.
 */
import type { Core, UID } from '@strapi/strapi';
import _ from 'lodash';

/** The column of an attribute that is a value. */
export const columnNameOf = (strapi: Core.Strapi, uid: UID.Schema, attribute: string): string => {
  const schema: unknown = Reflect.get(strapi.getModel(uid).attributes, attribute);
  const named: unknown = Reflect.get(Object(schema), 'columnName');
  return typeof named === 'string'
    ? named
    : strapi.db.metadata.identifiers.getColumnName(_.snakeCase(attribute));
};
