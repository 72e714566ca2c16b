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
  joinColumn?: { name: string };
  joinTable?: {
    name: string;
    joinColumn: { name: string };
    inverseJoinColumn?: { name: string };
    morphColumn?: MorphColumn & { typeField?: string };
  };
  morphColumn?: MorphColumn;
}

interface MorphColumn {
  idColumn: { name: string };
  typeColumn: { name: string };
}

/** Relations that name their targets' type in each row; a dynamic zone is one too, of components. */
const toAny = (
  strapi: Core.Strapi,
  uid: string,
  { joinTable, morphColumn }: RelationAttribute
): FileRelation | undefined => {
  if (joinTable?.morphColumn !== undefined && joinTable.morphColumn.typeField !== '__component') {
    const { idColumn, typeColumn } = joinTable.morphColumn;
    return {
      uid,
      table: withSchema(strapi, joinTable.name),
      fileColumn: idColumn.name,
      recordColumn: joinTable.joinColumn.name,
      typeColumn: typeColumn.name,
    };
  }
  if (morphColumn !== undefined) {
    return {
      uid,
      table: tableOf(strapi, uid as UID.Schema),
      fileColumn: morphColumn.idColumn.name,
      recordColumn: 'id',
      typeColumn: morphColumn.typeColumn.name,
    };
  }
  return undefined;
};

const toFiles = (
  strapi: Core.Strapi,
  uid: string,
  { joinTable, joinColumn, owner }: RelationAttribute
): FileRelation | undefined => {
  if (joinTable?.inverseJoinColumn !== undefined) {
    return {
      uid,
      table: withSchema(strapi, joinTable.name),
      fileColumn: joinTable.inverseJoinColumn.name,
      recordColumn: joinTable.joinColumn.name,
    };
  }
  if (joinColumn === undefined) {
    return undefined;
  }
  return owner === true
    ? {
        uid,
        table: tableOf(strapi, uid as UID.Schema),
        fileColumn: joinColumn.name,
        recordColumn: 'id',
      }
    : {
        uid,
        table: tableOf(strapi, FILE_UID),
        fileColumn: 'id',
        recordColumn: joinColumn.name,
      };
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
