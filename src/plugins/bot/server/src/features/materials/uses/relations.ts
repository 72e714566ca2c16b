import type { Core, UID } from '@strapi/strapi';

import { FILE_UID } from '../../../core/constants';
import { tableOf, withSchema } from '../../../core/database/connection';

import { contentOf } from '../references/text-attributes';

/** Where a relation to files is stored, of those that are no media. */
export interface FileRelation {
  /** The content type or component that has it. */
  uid: string;
  table: string;
  /** The column with the number of the file. */
  fileColumn: string;
  /** The column with the number of the record. */
  recordColumn: string;
  /** Of a relation to records of several types: the column with the name of the type. */
  typeColumn?: string;
}

/** What Strapi's database layer knows of a relation; its types keep most of it to themselves. */
interface RelationAttribute {
  type: string;
  relation?: string;
  target?: string;
  owner?: boolean;
  joinColumn?: Column;
  joinTable?: {
    name: string;
    joinColumn: Column;
    inverseJoinColumn?: Column;
    morphColumn?: MorphColumn & { typeField?: string };
  };
  morphColumn?: MorphColumn;
}

interface Column {
  name: string;
}

interface MorphColumn {
  idColumn: Column;
  typeColumn: Column;
}

const ID: Column = { name: 'id' };

const relationIn = (
  ...[uid, table, file, record, type]: [string, string, Column, Column, Column?]
): FileRelation => ({
  uid,
  table,
  fileColumn: file.name,
  recordColumn: record.name,
  typeColumn: type?.name,
});

/** Relations that name their targets' type in each row; a dynamic zone is one too, of components. */
const toAny = (
  strapi: Core.Strapi,
  uid: string,
  { joinTable, morphColumn }: RelationAttribute
): FileRelation | undefined => {
  if (joinTable?.morphColumn !== undefined && joinTable.morphColumn.typeField !== '__component') {
    const { idColumn, typeColumn } = joinTable.morphColumn;
    const table = withSchema(strapi, joinTable.name);
    return relationIn(uid, table, idColumn, joinTable.joinColumn, typeColumn);
  }
  const own = tableOf(strapi, uid as UID.Schema);
  return morphColumn && relationIn(uid, own, morphColumn.idColumn, ID, morphColumn.typeColumn);
};

const toFiles = (
  strapi: Core.Strapi,
  uid: string,
  { joinTable, joinColumn, owner }: RelationAttribute
): FileRelation | undefined => {
  if (joinTable?.inverseJoinColumn !== undefined) {
    const { name, inverseJoinColumn, joinColumn: record } = joinTable;
    return relationIn(uid, withSchema(strapi, name), inverseJoinColumn, record);
  }
  if (joinColumn === undefined) {
    return undefined;
  }
  return owner === true
    ? relationIn(uid, tableOf(strapi, uid as UID.Schema), joinColumn, ID)
    : relationIn(uid, tableOf(strapi, FILE_UID), ID, joinColumn);
};

/** The relations of the site's content by which records use files, beside their media. */
export const fileRelations = (strapi: Core.Strapi): FileRelation[] =>
  contentOf(strapi).flatMap(({ uid }) => {
    const { attributes } = strapi.db.metadata.get(uid);
    return Object.values(attributes as unknown as Record<string, RelationAttribute>).flatMap(
      (attribute) => {
        const { type, relation = '', target } = attribute;
        // Media are `morphOne` and `morphMany`; they stand in the table of the upload plugin.
        if (type !== 'relation' || /^morph(?:One|Many)$/.test(relation)) {
          return [];
        }
        if (relation.startsWith('morphTo')) {
          return toAny(strapi, uid, attribute) ?? [];
        }
        return target === FILE_UID ? (toFiles(strapi, uid, attribute) ?? []) : [];
      }
    );
  });
