import type { Core, UID } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { query, quote, rowsOf, tableOf, withSchema } from '../../core/database/connection';
import { isHeldIn, linksHeldBy, type LinkTable } from '../../core/database/rows/links-held';
import { columnNameOf } from '../../core/strapi/database/column-name';

import { readColumn } from './columns';
import type { ComponentField, Field, RelationField } from './plan';

/** A record of another type that a publication relates to. */
export interface RelatedRow {
  /** Its number. */
  id: number;
  document_id: string;
  slug?: string | null;
  title?: string | null;
}

/** A component of a publication. */
export interface ComponentRow {
  id: number;
  values: Record<string, unknown>;
}

/** What a version of a publication is linked to, by the names of the fields. */
export interface Linked {
  related: Map<string, RelatedRow[]>;
  components: Map<string, ComponentRow>;
}

interface JoinTable {
  name: string;
  joinColumn: { name: string };
  inverseJoinColumn: { name: string };
  orderColumnName?: string;
}

const joinTableOf = (strapi: Core.Strapi, uid: UID.Schema, attribute: string): JoinTable => {
  const found: unknown = Reflect.get(
    Object(strapi.db.metadata.get(uid).attributes[attribute]),
    'joinTable'
  );
  if (typeof found !== 'object' || found === null) {
    throw new Error(`Strapi no longer has a join table for ${attribute} of ${uid}`);
  }
  return found as JoinTable;
};

/** The table that links publications to what stands in a field. */
const linkTable = (strapi: Core.Strapi, { attribute }: Field): LinkTable => {
  const { name, joinColumn } = joinTableOf(strapi, botConfig(strapi).contentType, attribute);
  return { table: withSchema(strapi, name), owner: joinColumn.name };
};

/** The table that links publications to what a field relates to, and its columns. */
export const linkTableOf = (
  strapi: Core.Strapi,
  field: RelationField
): LinkTable & { related: string } => {
  const { inverseJoinColumn } = joinTableOf(strapi, botConfig(strapi).contentType, field.attribute);
  return { ...linkTable(strapi, field), related: inverseJoinColumn.name };
};

/** Finds what versions of publications are linked to: a query for each relation and component. */
export const createLinkedReader = (strapi: Core.Strapi, fields: Field[]) => {
  const { contentType } = botConfig(strapi);
  const quoted = (name: string): string => quote(strapi, name);
  const relations = fields.filter((field): field is RelationField => field.kind === 'relation');
  const components = fields.filter((field): field is ComponentField => field.kind === 'component');

  const tableFor = ({ attribute }: Field): JoinTable => joinTableOf(strapi, contentType, attribute);

  const select = async <Row>(sql: string, values: (string | number)[]): Promise<Row[]> =>
    rowsOf(await query(strapi, (knex) => knex.raw(sql, values)));

  const marks = (ids: readonly number[]): string => ids.map(() => '?').join(', ');

  const columnsOf = ({ target, slug, title }: RelationField): string =>
    Object.entries({ slug, title })
      .flatMap(([name, attribute]) =>
        attribute === undefined
          ? []
          : [`, ${quoted(`target.${columnNameOf(strapi, target, attribute)}`)} AS ${name}`]
      )
      .join('');

  const relatedBy = (
    field: RelationField,
    versions: readonly number[]
  ): Promise<(RelatedRow & { owner: number })[]> => {
    const { name, joinColumn, inverseJoinColumn, orderColumnName = 'id' } = tableFor(field);
    const owner = quoted(`link.${joinColumn.name}`);
    return select(
      `SELECT ${owner} AS owner, target.id, target.document_id ${columnsOf(field)}
        FROM ${quoted(withSchema(strapi, name))} AS link
        JOIN ${quoted(tableOf(strapi, field.target))} AS target
          ON target.id = ${quoted(`link.${inverseJoinColumn.name}`)}
        WHERE ${owner} IN (${marks(versions)}) ORDER BY ${quoted(`link.${orderColumnName}`)}`,
      [...versions]
    );
  };

  const componentsOf = (
    field: ComponentField,
    versions: readonly number[]
  ): Promise<({ owner: number } & Record<string, unknown>)[]> => {
    const { name } = tableFor(field);
    return select(
      `SELECT component.*, link.entity_id AS owner FROM ${quoted(withSchema(strapi, name))} AS link
        JOIN ${quoted(tableOf(strapi, field.component))} AS component ON component.id = link.cmp_id
        WHERE link.entity_id IN (${marks(versions)}) AND link.component_type = ? AND link.field = ?`,
      [...versions, field.component, field.attribute]
    );
  };

  /** The tables of links, and the names of the fields whose links they hold: components share one. */
  const tables = _.once(() =>
    Object.values(
      _.groupBy(
        [...relations, ...components].map((field) => ({ ...linkTable(strapi, field), field })),
        'table'
      )
    )
  );

  return {
    /** SQL that says in which tables a version has links. @param version an expression for the number of its row */
    heldBy: (version: string): string =>
      linksHeldBy(
        strapi,
        tables().flatMap(([first]) => first ?? []),
        version
      ),

    /** The names of the fields that may have links, by what that SQL has said. */
    namesIn: (sum: number): Set<string> =>
      new Set(
        tables().flatMap((links, place) =>
          isHeldIn(sum, place) ? links.map(({ field }) => field.name) : []
        )
      ),

    /** What each of some versions is linked to; in `names` only, where that is given. */
    async of(
      versions: readonly number[],
      names?: ReadonlySet<string>
    ): Promise<Map<number, Linked>> {
      const found = new Map<number, Linked>(
        versions.map((version) => [version, { related: new Map(), components: new Map() }])
      );
      const isWanted = ({ name }: Field): boolean => names?.has(name) ?? true;
      for (const field of versions.length > 0 ? relations.filter(isWanted) : []) {
        for (const { owner, ...row } of await relatedBy(field, versions)) {
          const related = found.get(owner)?.related;
          related?.set(field.name, [...(related.get(field.name) ?? []), row]);
        }
      }
      for (const field of versions.length > 0 ? components.filter(isWanted) : []) {
        for (const row of await componentsOf(field, versions)) {
          const values = field.parts.map(({ name, attribute, type }) => {
            const column = columnNameOf(strapi, field.component, attribute);
            return [name, readColumn(type, row[column])] as const;
          });
          found.get(row.owner)?.components.set(field.name, {
            id: Number(row.id),
            values: Object.fromEntries(values),
          });
        }
      }
      return found;
    },
  };
};
