import type { FieldValues, MaterialReference } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { resolveMaterials, type PathOf } from '../materials';
import { columnNameOf } from '../../core/strapi/database/column-name';
import { botConfig } from '../../core/config';
import { createMediaForm } from './media-form';

import { createLinkedReader, type Linked } from './linked';
import { planFields, readColumn, type ColumnField, type ComponentField, type Field } from './plan';
import { createRelatedRecords } from './related';
import type { RelationReference } from './schema';

/** Data for the document service, keyed by attribute. */
export type StoredFields = Record<string, unknown>;

const listOf = <Value>(value: unknown) => _.castArray(value ?? []) as Value[];

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const isNothing = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Converts fields of requests to data of the content type. Call it once all types are registered. */
export const createFieldForm = (strapi: Core.Strapi) => {
  const { contentType } = botConfig(strapi);
  const { fields } = planFields(strapi);
  const byName = new Map(fields.map((field) => [field.name, field]));
  const linked = createLinkedReader(strapi, fields);
  const relatedRecords = createRelatedRecords(strapi);

  const entriesOf = (values: FieldValues): [Field, unknown][] =>
    Object.entries(values).flatMap(([name, value]) => {
      const field = byName.get(name);
      return field === undefined || value === undefined ? [] : [[field, value] as [Field, unknown]];
    });

  /** Row IDs of the referenced materials or records. */
  const rowsOf = async (field: Field, value: unknown): Promise<number[]> => {
    if (field.kind === 'relation') {
      return relatedRecords.resolve(field, listOf<RelationReference>(value));
    }
    const pathOf: PathOf = (index) =>
      field.kind === 'media' && field.many ? ['fields', field.name, index] : ['fields', field.name];
    const references = listOf<MaterialReference>(value);
    const files = await resolveMaterials(strapi, references, pathOf);
    await createMediaForm(strapi, field.attribute, pathOf).check(files);
    return files;
  };

  const toLinks = (field: Field, rows: number[]): unknown => {
    if (field.kind === 'relation') return { set: rows.map((id) => ({ id })) };
    return field.kind === 'media' && field.many ? rows : (rows[0] ?? null);
  };

  const partsOf = ({ parts }: ComponentField, values: FieldValues): StoredFields =>
    Object.fromEntries(
      parts
        .filter(({ name }) => values[name] !== undefined)
        .map(({ name, attribute }) => [attribute, values[name]])
    );

  /** Converts a field value from a request to its form in API answers, to compare the value with a stored one. */
  const formatted = ({ type }: ColumnField, value: unknown): unknown =>
    value instanceof Date ? readColumn(type, value) : value;

  const isColumnSame = (
    field: ColumnField,
    row: Record<string, unknown>,
    value: unknown
  ): boolean =>
    isSame(
      readColumn(field.type, row[columnNameOf(strapi, contentType, field.attribute)]),
      formatted(field, value)
    );

  /**
   * Merges a component of a request into the stored component: parts that the request omits keep their values (RFC
   * 7396).
   */
  const mergeComponent = (
    field: ComponentField,
    known: Linked | undefined,
    value: FieldValues | null
  ): StoredFields | null | undefined => {
    const component = known?.components.get(field.name);
    if (value === null) return component === undefined ? undefined : null;
    if (component === undefined) return partsOf(field, value);
    const isKept = field.parts.every(
      (part) =>
        value[part.name] === undefined ||
        isSame(component.values[part.name], formatted(part, value[part.name]))
    );
    return isKept ? undefined : { id: component.id, ...partsOf(field, value) };
  };

  return {
    fields,

    /** Data for a new draft. Omits empty links. @throws `unknown-material`, `invalid-request` */
    async toStored(values: FieldValues): Promise<StoredFields> {
      const stored: StoredFields = {};
      for (const [field, value] of entriesOf(values)) {
        if (field.kind === 'column') {
          stored[field.attribute] = value;
        } else if (value !== null && !isNothing(value)) {
          stored[field.attribute] =
            field.kind === 'component'
              ? partsOf(field, value as FieldValues)
              : toLinks(field, await rowsOf(field, value));
        }
      }
      return stored;
    },

    /** Data with only those values that differ from the draft. @throws `unknown-material`, `invalid-request` */
    async differing(
      { id, row }: { id: number; row: Record<string, unknown> },
      values: FieldValues
    ): Promise<StoredFields> {
      const entries = entriesOf(values);
      const known = (await linked.of([id], new Set(entries.map(([{ name }]) => name)))).get(id);
      const stored: StoredFields = {};
      for (const [field, value] of entries) {
        if (field.kind === 'column') {
          if (!isColumnSame(field, row, value)) {
            stored[field.attribute] = value;
          }
        } else if (field.kind === 'component') {
          const merged = mergeComponent(field, known, value as FieldValues | null);
          if (merged !== undefined) {
            stored[field.attribute] = merged;
          }
        } else {
          const rows = await rowsOf(field, value);
          const there =
            field.kind === 'media'
              ? await createMediaForm(strapi, field.attribute).filesOf(id)
              : (known?.related.get(field.name) ?? []).map((related) => related.id);
          if (!isSame(rows, there)) {
            stored[field.attribute] = toLinks(field, rows);
          }
        }
      }
      return stored;
    },
  };
};
