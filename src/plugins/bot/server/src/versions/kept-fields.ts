import type { Core } from '@strapi/strapi';

import { fromJson, query, tableOf, type DatabaseJson } from '../database/connection';
import {
  planFields,
  readColumn,
  type ColumnField,
  type ComponentField,
  type RelationField,
} from '../publications';

import type { KeptField } from './version';

type Values = Record<string, unknown>;

/** Objects of some pairs each, as `field-images.ts` makes them. */
type Stored = DatabaseJson<DatabaseJson<Values>[]>;

type KeptRelated = [place: number, id: string, name: string | null];

/** What is JSON inside of JSON is a text to some databases; but a text may be no JSON. */
const parsed = (value: unknown): unknown => {
  try {
    return fromJson(value);
  } catch {
    return value;
  }
};

const merged = (stored: Stored): Values =>
  Object.assign({}, ...fromJson(stored).map((some) => fromJson(some))) as Values;

const read = ({ type }: ColumnField, value: unknown): unknown =>
  type === 'json' ? parsed(value ?? null) : readColumn(type, value);

/** In words for a person: of what is related its name, of a component its values line by line. */
const inWords = (value: unknown): string => {
  if (value === null || value === undefined) {
    return '';
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const nameOf = (related: unknown): string => {
  const { name, slug, id } = Object(related) as Record<string, string | null | undefined>;
  return name ?? slug ?? id ?? '';
};

/** Reads the further fields of a version that was kept, of those that the site still has. */
export const createKeptFields = (strapi: Core.Strapi) => {
  const { fields } = planFields(strapi);

  const relatedIn = (kept: unknown): { id: string; name: string | null }[] => {
    const rows = parsed(kept ?? []);
    return Array.isArray(rows)
      ? (rows as KeptRelated[])
          .sort(([one], [other]) => one - other)
          .map(([, id, name]) => ({ id, name }))
      : [];
  };

  const partsIn = ({ parts }: ComponentField, kept: unknown): Values | null => {
    const stored = parsed(kept ?? null);
    if (!Array.isArray(stored)) {
      return null;
    }
    const values = merged(stored as Values[]);
    return Object.fromEntries(parts.map((part) => [part.name, read(part, values[part.name])]));
  };

  /** Those that are still there. */
  const living = async (
    { target }: RelationField,
    related: { id: string }[]
  ): Promise<{ id: string }[]> => {
    const rows: { document_id: string }[] = await query(strapi, (knex) =>
      knex(tableOf(strapi, target))
        .select('document_id')
        .whereIn(
          'document_id',
          related.map(({ id }) => id)
        )
    );
    const there = new Set(rows.map((row) => row.document_id));
    return related.filter(({ id }) => there.has(id)).map(({ id }) => ({ id }));
  };

  const toWords = (kind: string, value: unknown): string => {
    if (kind === 'relation') {
      return [value ?? []].flat().map(nameOf).join(', ');
    }
    if (kind === 'component') {
      const parts = Object.entries(Object(value) as Values);
      const said = parts.filter(([, part]) => part !== null);
      return said.map(([name, part]) => `${name}: ${inWords(part)}`).join('\n');
    }
    return inWords(value);
  };

  return {
    /**
     * What they said, in words, and what they say now.
     * @param stored null of a version that an earlier version of this plugin has kept
     * @param now as the interface says them; undefined of a publication that is gone
     */
    told(stored: Stored | null, now: Values | undefined): KeptField[] {
      const kept = stored === null ? {} : merged(stored);
      return fields.flatMap((field) => {
        const { name, kind } = field;
        if (!(name in kept) || kind === 'media') {
          return [];
        }
        const before =
          kind === 'column'
            ? read(field, kept[name])
            : kind === 'relation'
              ? relatedIn(kept[name])
              : partsIn(field, kept[name]);
        return [{ name, before: toWords(kind, before), now: toWords(kind, now?.[name]) }];
      });
    },

    /**
     * As a request would say them, as far as what they relate to is there.
     * @param materials ids of those that are there, by attribute, in their order
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
            values[name] = read(field, value);
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
