import type { Actor } from '@fleet-bot/protocol';
import type { Core, UID } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { databaseClock } from '../../core/database/clock';
import { knexOf, quote, tableOf } from '../../core/database/connection';
import { linkTablesOf, type LinkTable } from '../../core/database/rows/links';
import { columnNameOf } from '../../core/strapi/database/column-name';
import { isLocalized } from '../../core/strapi/locales';
import { linkTableOf, planFields, type ColumnField, type Field } from '../fields';
import { fieldColumns } from '../publications';

import { type ReplacedBy, VERSION_UID } from './content-type';

/** SQL functions that build JSON in one database system. */
interface Dialect {
  object: string;
  array: string;
  /** Function that aggregates the rows of a query to an array, in no order. */
  all: string;
  /** Marks an expression as JSON, so that it is not quoted as a string. */
  nested: (json: string) => string;
  column: (column: string) => string;
}

const DIALECTS: Record<string, Dialect> = {
  sqlite: {
    object: 'json_object',
    array: 'json_array',
    all: 'json_group_array',
    nested: (json) => `json(${json})`,
    // Strapi stores a bare string without quotes.
    column: (column) =>
      `CASE WHEN json_valid(${column}) THEN json(${column}) ELSE json_quote(${column}) END`,
  },
  postgres: {
    object: 'json_build_object',
    array: 'json_build_array',
    all: 'json_agg',
    nested: (json) => json,
    column: (column) => column,
  },
  mysql: {
    object: 'JSON_OBJECT',
    array: 'JSON_ARRAY',
    all: 'JSON_ARRAYAGG',
    nested: (json) => json,
    column: (column) => column,
  },
};

/** Maximum number of pairs in one object: PostgreSQL functions take a hundred arguments. */
const PAIRS = 40;

const ROW: Record<ReplacedBy, string> = {
  changed: 'version.published_at IS NULL',
  published: 'version.published_at IS NOT NULL',
};

/** Makes SQL that reads the fields and media of a version as JSON. The version's row has the alias `version`. */
const createFieldImages = (strapi: Core.Strapi) => {
  const { contentType: uid, attributes } = botConfig(strapi);
  const { client } = strapi.db.dialect;
  const dialect = DIALECTS[client];
  if (dialect === undefined) {
    throw new Error(`Fields of a database of the kind ${client} cannot be listed`);
  }
  const { object, array, all, nested } = dialect;
  const quoted = (name: string): string => quote(strapi, name);
  /** Converts a text to an SQL string literal in which `?` is escaped, because the statement has placeholders. */
  const text = (value: string): string =>
    strapi.db.connection.raw('?', [value]).toQuery().replaceAll('?', '\\?');

  const valueOf = ({ type, attribute }: ColumnField, owner: string, of: UID.Schema): string => {
    const column = quoted(`${owner}.${columnNameOf(strapi, of, attribute)}`);
    return type === 'json' ? dialect.column(column) : column;
  };

  /** SQL for an array of objects with at most `PAIRS` pairs each. */
  const listOf = (pairs: [name: string, value: string][]): string => {
    const objects = _.chunk(pairs, PAIRS).map(
      (some) => `${object}(${some.map(([name, sql]) => `${text(name)}, ${sql}`).join(', ')})`
    );
    return `${array}(${objects.join(', ')})`;
  };

  const linked = ({ table, owner, target, other, where = '1 = 1' }: LinkTable): string =>
    `FROM ${quoted(table)} AS link
      JOIN ${quoted(tableOf(strapi, target))} AS target ON target.id = ${quoted(`link.${other}`)}
      WHERE ${quoted(`link.${owner}`)} = version.id AND ${where}`;

  const imageOf = (field: Field): string[] => {
    switch (field.kind) {
      case 'column':
        return [valueOf(field, 'version', uid)];
      case 'relation': {
        const link = linkTableOf(strapi, field);
        const name =
          field.title === undefined
            ? 'NULL'
            : quoted(`target.${columnNameOf(strapi, field.target, field.title)}`);
        const element = `${array}(${quoted(`link.${link.order ?? 'id'}`)}, target.document_id, ${name})`;
        return [nested(`(SELECT ${all}(${element}) ${linked(link)})`)];
      }
      case 'component': {
        const parts = field.parts.map((part): [string, string] => [
          part.name,
          valueOf(part, 'target', field.component),
        ]);
        return [
          nested(`(SELECT ${listOf(parts)} ${linked(linkTableOf(strapi, field))}
            AND link.field = ${text(field.attribute)} LIMIT 1)`),
        ];
      }
      case 'media':
        return [];
    }
  };

  const { fields } = planFields(strapi);
  const pairs = fields.flatMap((field) =>
    imageOf(field).map((sql): [string, string] => [field.name, sql])
  );
  const files = fields.filter(({ kind }) => kind === 'media').map(({ attribute }) => attribute);
  const media = linkTablesOf(strapi, uid).filter(({ kind }) => kind === 'media');

  return {
    /** SQL for field values, related records and components; `NULL` if no such fields are configured on the site. */
    fields: pairs.length === 0 ? 'NULL' : listOf(pairs),

    /** SQL for the files of a publication and of its fields: `[[order, id, name, attribute], ...]`, unsorted. */
    media: media
      .map(
        (link) => `(SELECT
          ${all}(${array}(link.${quoted('order')}, target.document_id, target.name, link.field))
          ${linked(link)} AND link.field IN (${[attributes.media, ...files].map(text).join(', ')}))`
      )
      .join(''),
  };
};

/**
 * Makes the function that stores a publication's version before a write, with one statement, so that the text never
 * leaves the database. Call it before the write, in the same transaction.
 */
export const createBeforeImages = (strapi: Core.Strapi) => {
  const { contentType } = botConfig(strapi);
  const clock = databaseClock(strapi);
  const { title, slug, body } = fieldColumns(strapi);
  const quoted = (name: string): string => quote(strapi, name);
  const { media, fields } = createFieldImages(strapi);

  // Built once, because each write runs them.
  const statements = _.mapValues(
    ROW,
    (row) => `
    INSERT INTO ${quoted(tableOf(strapi, VERSION_UID))}
      (document_id, event, was_public, locale, title, slug, body, media, fields, actor, user_name, request_id,
      happened_at)
    SELECT version.document_id, ?, version.published_at IS NOT NULL,
      ${isLocalized(strapi, contentType) ? 'version.locale' : 'NULL'},
      version.${quoted(title)}, version.${quoted(slug)},
      CAST(version.${quoted(body)} AS ${strapi.db.dialect.client === 'mysql' ? 'CHAR' : 'TEXT'}),
      ${media}, ${fields}, ?, ?, ?, ?
    FROM ${quoted(tableOf(strapi, contentType))} AS version
    WHERE version.document_id = ? AND ${row}`
  );

  /**
   * Stores the current version of a document before a write replaces it.
   * @param locale the locale that is written; undefined for all
   */
  return async (
    event: ReplacedBy,
    documentId: string,
    locale: string | undefined,
    { who, name, requestId }: Actor
  ): Promise<void> => {
    const knex = knexOf(strapi);
    await knex.raw(
      locale === undefined ? statements[event] : `${statements[event]} AND version.locale = ?`,
      [
        ...[event, who, name ?? knex.raw('NULL'), requestId ?? knex.raw('NULL')],
        ...[clock.now(0), documentId],
        ...(locale === undefined ? [] : [locale]),
      ]
    );
  };
};
