import type { FieldValue } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { knexOf, tableOf } from '../../core/database/connection';
import { columnNameOf } from '../../core/strapi/database/column-name';

import { createLinkedReader, type Linked, type RelatedRow } from './linked';
import { planFields, readColumn, type ColumnField, type Field, type RelationField } from './plan';

/**
 * Field values of a version, keyed by field name. Media fields are empty here; the publication reader fills in their
 * files.
 */
export type ReadFields = Record<string, FieldValue>;

type Row = Record<string, unknown>;

const toRelated = ({ slug, title }: RelationField, row: RelatedRow): FieldValue => ({
  id: row.document_id,
  ...(slug !== undefined && { slug: row.slug ?? null }),
  ...(title !== undefined && { name: row.title ?? null }),
});

/** Reads fields of publications. Call it once all types are registered. */
export const createFieldReader = (strapi: Core.Strapi) => {
  const { contentType } = botConfig(strapi);
  const { fields } = planFields(strapi);
  const linked = createLinkedReader(strapi, fields);
  const columnFields = fields.filter((field): field is ColumnField => field.kind === 'column');
  const columns = new Map(
    columnFields.map((field) => [field, columnNameOf(strapi, contentType, field.attribute)])
  );

  const valueOf = (field: Field, row: Row, links: Linked | undefined): FieldValue => {
    switch (field.kind) {
      case 'column':
        return readColumn(field.type, row[String(columns.get(field))]) as FieldValue;
      case 'relation': {
        const related = (links?.related.get(field.name) ?? []).map((it) => toRelated(field, it));
        return field.many ? related : (related[0] ?? null);
      }
      case 'component':
        return (links?.components.get(field.name)?.values ?? null) as FieldValue;
      case 'media':
        return field.many ? [] : null;
    }
  };

  const read = (row: Row, links: Linked | undefined): ReadFields =>
    Object.fromEntries(fields.map((field) => [field.name, valueOf(field, row, links)]));

  return {
    /** Material fields by name. */
    media: new Map(
      fields.flatMap((field) => (field.kind === 'media' ? [[field.name, field] as const] : []))
    ),

    columns: [...columns.values()],

    links: linked,

    /** Reads the fields of a version from its row. @param links undefined if the version has none */
    read,

    async of(versions: readonly number[]): Promise<Map<number, ReadFields>> {
      const links = await linked.of(versions);
      const rows: Row[] =
        columnFields.length === 0
          ? versions.map((id) => ({ id }))
          : await knexOf(strapi)(tableOf(strapi, contentType))
              .select('id', ...columns.values())
              .whereIn('id', [...versions]);
      return new Map(rows.map((row) => [Number(row.id), read(row, links.get(Number(row.id)))]));
    },
  };
};
