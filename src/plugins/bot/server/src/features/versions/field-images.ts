import type { Core, UID } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { FILE_UID } from '../../core/constants';
import { joinTableOf, quote, tableOf } from '../../core/database/connection';
import { planFields, type ColumnField, type ComponentField, type RelationField } from '../fields';
import { columnNameOf } from '../../core/strapi/database/column-name';

/** How a database makes JSON; each says it in its own way. */
interface Dialect {
  object: string;
  array: string;
  /** An array of what a query finds, in no order. */
  all: string;
  /** What is JSON already, so that it is not taken for a text. */
  nested: (json: string) => string;
  /** The value of a JSON column. */
  column: (column: string) => string;
}

const asIt = (json: string): string => json;

const DIALECTS: Record<string, Dialect> = {
  sqlite: {
    object: 'json_object',
    array: 'json_array',
    all: 'json_group_array',
    nested: (json) => `json(${json})`,
    // Strapi stores a bare text as it is.
    column: (column) =>
      `CASE WHEN json_valid(${column}) THEN json(${column}) ELSE json_quote(${column}) END`,
  },
  postgres: {
    object: 'json_build_object',
    array: 'json_build_array',
    all: 'json_agg',
    nested: asIt,
    column: asIt,
  },
  mysql: {
    object: 'JSON_OBJECT',
    array: 'JSON_ARRAY',
    all: 'JSON_ARRAYAGG',
    nested: asIt,
    column: asIt,
  },
};

interface JoinTable {
  joinColumn: { name: string };
  inverseJoinColumn: { name: string };
  /** Of a relation to one there is none. */
  orderColumnName?: string;
}

/** Pairs in one object: PostgreSQL's functions take a hundred arguments. */
const PAIRS = 40;

/**
 * Says in SQL, as JSON, what the further fields and the media of a version are; of its row the statement
 * says `version`. To be called as `createBeforeImages`.
 */
export const createFieldImages = (strapi: Core.Strapi) => {
  const { contentType: uid } = botConfig(strapi);
  const { client } = strapi.db.dialect;
  const dialect = DIALECTS[client];
  if (dialect === undefined) {
    throw new Error(`Fields of a database of the kind ${client} cannot be listed`);
  }
  const { object, array, all, nested } = dialect;
  const quoted = (name: string): string => quote(strapi, name);
  /** As a part of a statement that is yet to get its values. */
  const text = (value: string): string =>
    strapi.db.connection.raw('?', [value]).toQuery().replaceAll('?', '\\?');

  const valueOf = ({ type, attribute }: ColumnField, owner: string, of: UID.Schema): string => {
    const column = quoted(`${owner}.${columnNameOf(strapi, of, attribute)}`);
    return type === 'json' ? dialect.column(column) : column;
  };

  const relatedBy = ({ attribute, target, title }: RelationField): string => {
    const stored: unknown = strapi.db.metadata.get(uid).attributes[attribute];
    const { joinColumn, inverseJoinColumn, orderColumnName } = Reflect.get(
      Object(stored),
      'joinTable'
    ) as JoinTable;
    const name =
      title === undefined ? 'NULL' : quoted(`target.${columnNameOf(strapi, target, title)}`);
    const element = `${array}(${quoted(`link.${orderColumnName ?? 'id'}`)}, target.document_id, ${name})`;
    return nested(`(SELECT ${all}(${element}) FROM ${quoted(joinTableOf(strapi, uid, attribute))} AS link
      JOIN ${quoted(tableOf(strapi, target))} AS target ON target.id = ${quoted(`link.${inverseJoinColumn.name}`)}
      WHERE ${quoted(`link.${joinColumn.name}`)} = version.id)`);
  };

  const partsOf = (field: ComponentField): string => {
    const pairs = field.parts.map((part): [string, string] => [
      part.name,
      valueOf(part, 'component', field.component),
    ]);
    return nested(`(SELECT ${listOf(pairs)}
      FROM ${quoted(joinTableOf(strapi, uid, field.attribute))} AS link
      JOIN ${quoted(tableOf(strapi, field.component))} AS component ON component.id = link.cmp_id
      WHERE link.entity_id = version.id AND link.component_type = ${text(field.component)}
        AND link.field = ${text(field.attribute)} LIMIT 1)`);
  };

  /** Objects of some pairs each, as one array. */
  const listOf = (pairs: [name: string, value: string][]): string => {
    const objects: string[] = [];
    for (let start = 0; start < pairs.length; start += PAIRS) {
      const some = pairs.slice(start, start + PAIRS);
      objects.push(`${object}(${some.map(([name, sql]) => `${text(name)}, ${sql}`).join(', ')})`);
    }
    return `${array}(${objects.join(', ')})`;
  };

  const { fields } = planFields(strapi);
  const pairs = fields.flatMap((field): [string, string][] => {
    switch (field.kind) {
      case 'column':
        return [[field.name, valueOf(field, 'version', uid)]];
      case 'relation':
        return [[field.name, relatedBy(field)]];
      case 'component':
        return [[field.name, partsOf(field)]];
      case 'media':
        return [];
    }
  });

  return {
    /** Values, related records and components, or NULL where the site names none. */
    fields: pairs.length === 0 ? 'NULL' : listOf(pairs),

    /**
     * The files in some attributes: `[[place, id, name, attribute], ...]`, in no order.
     * @param names the attributes
     */
    filesIn: (names: readonly string[]): string => `(SELECT
        ${all}(${array}(link.${quoted('order')}, file.document_id, file.name, link.field))
      FROM ${quoted(joinTableOf(strapi, FILE_UID, 'related'))} AS link
      JOIN ${quoted(tableOf(strapi, FILE_UID))} AS file ON file.id = link.file_id
      WHERE link.related_id = version.id AND link.related_type = ${text(uid)}
        AND link.field IN (${names.map(text).join(', ')}))`,
  };
};
