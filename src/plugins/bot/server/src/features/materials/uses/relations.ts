/*
 * Relies on: the metadata of relations in `strapi.db.metadata` of `@strapi/database`, which its types mostly omit.
 * Breaks if: Strapi renames `joinTable`, `joinColumn` or `morphColumn`, or stores relations in another way.
 * Checked by: `tests/editors/files-that-works-use.long.test.ts`
 */
import type { Core, UID } from '@strapi/strapi';

import { FILE_UID } from '../../../core/constants';
import { tableOf, withSchema } from '../../../core/database/connection';

import { contentOf } from '../references/text-attributes';

/** The columns that store a relation to files, other than media fields. */
export interface FileRelation {
  /** The content type or component with the relation. */
  uid: string;
  table: string;
  /** The column with the row id of the file. */
  fileColumn: string;
  /** The column with the row id of the record. */
  recordColumn: string;
  /** The column with the name of the related type, only for polymorphic relations. */
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

/** The metadata of a relation in Strapi's database layer. */
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
    // Dynamic zones are polymorphic relations to components.
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

/** The relations of the site's content to files, except media fields. */
export const fileRelations = (strapi: Core.Strapi): FileRelation[] =>
  contentOf(strapi).flatMap(({ uid }) => {
    const { attributes } = strapi.db.metadata.get(uid);
    return Object.values(attributes as unknown as Record<string, RelationAttribute>)
      .filter(
        // Media fields are `morphOne` and `morphMany`, stored in a table of the upload plugin.
        ({ type, relation }) => type === 'relation' && !/^morph(?:One|Many)$/.test(String(relation))
      )
      .flatMap((attribute) => relationsBy(strapi, uid, attribute));
  });
