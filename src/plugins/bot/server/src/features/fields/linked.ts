import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { quote } from '../../core/database/connection';
import {
  linksHeldBy,
  linksHeldIn,
  linkTablesOf,
  readLinked,
  type LinkTable,
  type Row,
} from '../../core/database/rows/links';
import { columnNameOf } from '../../core/strapi/database/column-name';

import { readColumn, type ComponentField, type Field, type RelationField } from './plan';

/** A record of another type to which a publication relates. */
export interface RelatedRow {
  id: number;
  document_id: string;
  slug?: string | null;
  title?: string | null;
}

export interface ComponentRow {
  id: number;
  values: Record<string, unknown>;
}

/** Related records and components of a publication's version, by field. */
export interface Linked {
  related: Map<string, RelatedRow[]>;
  components: Map<string, ComponentRow>;
}

/** The table that links publications to the records or components of a field. */
export const linkTableOf = (
  strapi: Core.Strapi,
  { attribute }: RelationField | ComponentField
): LinkTable => {
  const { contentType } = botConfig(strapi);
  const found = linkTablesOf(strapi, contentType).find(({ names }) => names.includes(attribute));
  if (found === undefined) {
    throw new Error(`Strapi no longer has a join table for ${attribute} of ${contentType}`);
  }
  return found;
};

/** Reads related records and components of publications, with one query per field. */
export const createLinkedReader = (strapi: Core.Strapi, fields: Field[]) => {
  const linked = fields.filter(
    (field): field is RelationField | ComponentField =>
      field.kind === 'relation' || field.kind === 'component'
  );
  const tables = _.once(() =>
    linkTablesOf(strapi, botConfig(strapi).contentType).filter(
      ({ kind, names }) =>
        kind === 'media' || linked.some(({ attribute }) => names.includes(attribute))
    )
  );

  /** SQL for the columns to read from a related record. */
  const columnsOf = (field: RelationField | ComponentField): string | undefined => {
    if (field.kind === 'component') return undefined;
    const named = Object.entries({ slug: field.slug, title: field.title }).map(
      ([name, attribute]) =>
        attribute === undefined
          ? ''
          : `, ${quote(strapi, `target.${columnNameOf(strapi, field.target, attribute)}`)} AS ${name}`
    );
    return `target.id, target.document_id${named.join('')}`;
  };

  const toValues = ({ component, parts }: ComponentField, row: Row): Record<string, unknown> =>
    Object.fromEntries(
      parts.map(({ name, attribute, type }) => [
        name,
        readColumn(type, row[columnNameOf(strapi, component, attribute)]),
      ])
    );

  return {
    /**
     * SQL for columns that tell which link tables have links of a version. @param version SQL expression for the
     * version's row ID
     */
    heldBy: (version: string): string => linksHeldBy(strapi, tables(), version),

    /**
     * Names of the fields in which a version may have links, read from the flag columns that `heldBy` adds to its row.
     */
    namesIn(row: object): Set<string> {
      const attributes = linksHeldIn(tables(), row).flatMap(({ names }) => names);
      const held = linked.filter(({ attribute }) => attributes.includes(attribute));
      return new Set(held.map(({ name }) => name));
    },

    /** Whether a version has files, read from the flag columns that `heldBy` adds to its row. */
    hasFiles: (row: object): boolean =>
      linksHeldIn(tables(), row).some(({ kind }) => kind === 'media'),

    /**
     * Reads related records and components of versions, keyed by the row ID of the version. @param names fields to
     * read; undefined for all
     */
    async of(
      versions: readonly number[],
      names?: ReadonlySet<string>
    ): Promise<Map<number, Linked>> {
      const found = new Map<number, Linked>(
        versions.map((version) => [version, { related: new Map(), components: new Map() }])
      );
      const wanted = versions.length === 0 ? [] : linked;
      for (const field of wanted.filter(({ name }) => names?.has(name) ?? true)) {
        const link = tables().find((table) => table.names.includes(field.attribute));
        const rows = link && (await readLinked(strapi, link, versions, columnsOf(field)));
        for (const { owner, name, row } of rows ?? []) {
          const { related, components } = found.get(owner) as Linked;
          if (field.kind === 'relation') {
            const others = related.get(field.name) ?? [];
            related.set(field.name, [...others, row as unknown as RelatedRow]);
          } else if (name === field.attribute) {
            components.set(field.name, { id: Number(row.id), values: toValues(field, row) });
          }
        }
      }
      return found;
    },
  };
};
