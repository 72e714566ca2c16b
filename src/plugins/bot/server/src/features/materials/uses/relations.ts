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

interface Column {
  name: string;
}

interface MorphColumn {
  idColumn: Column;
  typeColumn: Column;
  typeField?: string;
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
    morphColumn?: MorphColumn;
  };
  morphColumn?: MorphColumn;
}

const relationsBy = (
  strapi: Core.Strapi,
  uid: string,
  { relation = '', target, owner, joinColumn, joinTable, ...attribute }: RelationAttribute
): FileRelation[] => {
  const own = tableOf(strapi, uid as UID.Schema);
  const table = joinTable && withSchema(strapi, joinTable.name);
  const recordColumn = joinTable?.joinColumn.name ?? 'id';
  if (relation.startsWith('morphTo')) {
    const morph = joinTable?.morphColumn ?? attribute.morphColumn;
    // A dynamic zone is one too, of components.
    if (morph === undefined || morph.typeField === '__component') return [];
    const { idColumn, typeColumn } = morph;
    const [fileColumn, type] = [idColumn.name, typeColumn.name];
    return [{ uid, table: table ?? own, fileColumn, recordColumn, typeColumn: type }];
  }
  if (target !== FILE_UID) return [];
  if (table !== undefined && joinTable?.inverseJoinColumn !== undefined) {
    return [{ uid, table, fileColumn: joinTable.inverseJoinColumn.name, recordColumn }];
  }
  if (joinColumn === undefined) return [];
  return owner === true
    ? [{ uid, table: own, fileColumn: joinColumn.name, recordColumn }]
    : [{ uid, table: tableOf(strapi, FILE_UID), fileColumn: 'id', recordColumn: joinColumn.name }];
};

/** The relations of the site's content by which records use files, beside their media. */
export const fileRelations = (strapi: Core.Strapi): FileRelation[] =>
  contentOf(strapi).flatMap(({ uid }) => {
    const { attributes } = strapi.db.metadata.get(uid);
    return Object.values(attributes as unknown as Record<string, RelationAttribute>)
      .filter(
        // Media are `morphOne` and `morphMany`; they stand in the table of the upload plugin.
        ({ type, relation }) => type === 'relation' && !/^morph(?:One|Many)$/.test(String(relation))
      )
      .flatMap((attribute) => relationsBy(strapi, uid, attribute));
  });
