import type { KeptField } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { fromJson, type DatabaseJson } from '../../core/database/connection';
import { rowIdsOf } from '../../core/database/rows/existing-rows';
import { readJson } from '../../core/database/rows/entity';
import {
  planFields,
  readColumn,
  type ComponentField,
  type Field,
  type RelationField,
} from '../fields';

import type { Reading } from './content-type';

type Values = Record<string, unknown>;

/**
 * Field values of a stored version: a list of objects, each with some of the fields, because SQL functions limit the
 * number of fields in an object (`before-images.ts`).
 */
type Stored = DatabaseJson<DatabaseJson<Values>[]>;

type KeptRelated = [place: number, id: string, name: string | null];

const merged = (stored: Stored): Values =>
  Object.assign({}, ...fromJson(stored).map((some) => fromJson(some))) as Values;

/** Converts a value to text for a person: JSON, unless it is already text. */
const inWords = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const nameOf = (related: unknown): string => {
  const { name, slug, id } = Object(related) as Record<string, string | null | undefined>;
  return name ?? slug ?? id ?? '';
};

const idOf = (related: unknown): string => String(Reflect.get(Object(related), 'id'));

/** The fields, and the names of related records, that a user may read. */
interface FieldReading extends Pick<Reading, 'mayName'> {
  may: (attribute: string) => boolean;
}

/** Reads the stored fields of a version, limited to fields that the content type still has. */
export const createKeptFields = (strapi: Core.Strapi) => {
  const { fields } = planFields(strapi);

  const relatedIn = (kept: unknown): { id: string; name: string | null }[] => {
    const rows = readJson(kept ?? []);
    return Array.isArray(rows)
      ? (rows as KeptRelated[])
          .sort(([one], [other]) => one - other)
          .map(([, id, name]) => ({ id, name }))
      : [];
  };

  const partsIn = ({ parts }: ComponentField, kept: unknown): Values | null => {
    const stored = readJson(kept ?? null);
    if (!Array.isArray(stored)) return null;
    const values = merged(stored as Values[]);
    return Object.fromEntries(
      parts.map((part) => [part.name, readColumn(part.type, values[part.name])])
    );
  };

  /** Filters related records to those that still exist. */
  const living = async (
    { target }: RelationField,
    related: { id: string }[]
  ): Promise<{ id: string }[]> => {
    const ids = related.map(({ id }) => id);
    const there = await rowIdsOf(strapi, target, ids);
    return ids.filter((id) => there.has(id)).map((id) => ({ id }));
  };

  const toWords = (field: Field, value: unknown, { may, mayName }: FieldReading): string => {
    if (field.kind === 'relation') {
      const isNamed = field.title === undefined || mayName(field.target, field.title);
      return [value ?? []]
        .flat()
        .map(isNamed ? nameOf : idOf)
        .join(', ');
    }
    if (field.kind === 'component') {
      const values = Object(value) as Values;
      return field.parts
        .filter((part) => may(`${field.attribute}.${part.attribute}`))
        .map(({ name }) => [name, values[name] ?? null] as const)
        .filter(([, part]) => part !== null)
        .map(([name, part]) => `${name}: ${inWords(part)}`)
        .join('\n');
    }
    return inWords(value);
  };

  const isRead = (field: Field, may: FieldReading['may']): boolean =>
    field.kind === 'component'
      ? field.parts.some((part) => may(`${field.attribute}.${part.attribute}`))
      : may(field.attribute);

  return {
    /**
     * The fields that the user may read, as text, with their values in the stored version (`before`) and in the draft
     * (`now`).
     * @param stored null for a version stored before fields were supported
     * @param now values of the draft, keyed by field name as in the bot's API; undefined for a deleted publication
     */
    compare(stored: Stored | null, now: Values | undefined, reading: FieldReading): KeptField[] {
      const kept = stored === null ? {} : merged(stored);
      return fields.flatMap((field) => {
        const { name, kind, attribute } = field;
        if (!(name in kept) || kind === 'media' || !isRead(field, reading.may)) return [];
        const before =
          kind === 'column'
            ? readColumn(field.type, kept[name])
            : kind === 'relation'
              ? relatedIn(kept[name])
              : partsIn(field, kept[name]);
        const words = (value: unknown): string => toWords(field, value, reading);
        return [{ name, attribute, before: words(before), now: words(now?.[name]) }];
      });
    },

    /**
     * Values for a request that restores the version, without deleted related records.
     * @param materials ids of existing materials in order, keyed by attribute
     */
    async toValues(stored: Stored | null, materials: Map<string, string[]>): Promise<Values> {
      const kept = stored === null ? undefined : merged(stored);
      const values: Values = {};
      for (const field of kept === undefined ? [] : fields) {
        const { name } = field;
        if (field.kind === 'media') {
          const ids = materials.get(field.attribute) ?? [];
          values[name] = field.many ? ids : (ids[0] ?? null);
        } else if (name in (kept ?? {})) {
          const value = kept?.[name];
          if (field.kind === 'column') {
            values[name] = readColumn(field.type, value);
          } else if (field.kind === 'component') {
            values[name] = partsIn(field, value);
          } else {
            const related = await living(field, relatedIn(value));
            values[name] = field.many ? related : (related[0] ?? null);
          }
        }
      }
      return values;
    },
  };
};
