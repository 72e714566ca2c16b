/*
 * Relies on: `strapi.db.query` of `@strapi/database` 5.54, in what it populates and takes, and `createComponents` in
 *   `@strapi/core`, which links components as rows by their ids, with `__pivot`.
 * Breaks if: either changes the format of populated data or of component links.
 * Checked by: `tests/api/200-restore.test.ts`
 */
import type { Core, UID } from '@strapi/strapi';
import _ from 'lodash';

import { FILE_UID } from '../../core/constants';
import { quote } from '../../core/database/connection';
import { createDocumentRows } from '../../core/database/rows/document-rows';
import { attributesOf, columnsOf, toEntity, type Attribute } from '../../core/database/rows/entity';
import {
  linksHeldBy,
  linksHeldIn,
  linkTablesOf,
  readLinked,
  type LinkTable,
  type Row,
} from '../../core/database/rows/links';

/** A record with its values and the records linked to it. */
export type Stored = Record<string, unknown>;

interface Link {
  id: number;
  documentId?: string;
  locale?: string | null;
  publishedAt?: string | Date | null;
}

export interface KeptFile {
  id: string;
  name: string;
}

/** Stored attributes of linked files and records, by which they are found even after a publish, a save or an import. */
const KEPT = {
  media: ['id', 'documentId', 'name'],
  relation: ['id', 'documentId', 'locale', 'publishedAt'],
};

const asList = (value: unknown): unknown[] =>
  value === null || value === undefined ? [] : [value].flat();

/** Reads a record with its components and links, and writes it again. */
export const createFullDocument = (strapi: Core.Strapi) => {
  /**
   * Columns and link tables of a content type. A query for rows also returns which link tables have links of each row,
   * so a record without links needs no further query.
   */
  const shapeOf = _.memoize((uid: UID.Schema) => {
    const links = linkTablesOf(strapi, uid);
    return {
      columns: columnsOf(strapi, uid),
      links,
      held: linksHeldBy(strapi, links, 'target.id'),
      rowsOf: createDocumentRows(strapi, uid),
    };
  });

  const readLinks = async (link: LinkTable, owners: number[]) => {
    const { kind, target } = link;
    const { columns, held } = shapeOf(target);
    const kept =
      kind === 'component' ? [] : columns.filter(({ name }) => KEPT[kind].includes(name));
    const ofKept = kept.map(({ columnName }) => quote(strapi, `target.${columnName}`)).join(', ');
    const read = kind === 'component' ? `target.*${held}` : ofKept;
    const found = await readLinked(strapi, link, owners, read);
    const rows = found.map(({ row }) => row);
    const values: Stored[] =
      kind === 'component'
        ? (await fill(target, rows)).map((one) => ({ ...one, __component: target }))
        : rows.map((row) => toEntity(kept, row));
    return found.map((one, index) => ({
      ...one,
      value: values[index],
      isMany: link.many.includes(one.name),
    }));
  };

  /** Converts rows to records with their components and links. */
  const fill = async (uid: UID.Schema, rows: readonly Row[]): Promise<Stored[]> => {
    const { columns, links } = shapeOf(uid);
    const filled = new Map(rows.map((row) => [Number(row.id), toEntity(columns, row)]));
    const linked = [];
    for (const link of links) {
      const owners = rows.filter((row) => linksHeldIn(links, row).includes(link));
      if (owners.length > 0) {
        linked.push(
          ...(await readLinks(
            link,
            owners.map(({ id }) => Number(id))
          ))
        );
      }
    }
    // Sorted together, because a dynamic zone has components of several types.
    for (const { owner, name, value, isMany } of _.sortBy(linked, 'place')) {
      const stored = filled.get(owner) ?? {};
      stored[name] = isMany ? [...asList(stored[name]), value] : value;
    }
    return [...filled.values()];
  };

  /**
   * The current row ids of linked records, found by document id, locale and publication status; by row id if no
   * document id is stored.
   */
  const linkedNow = async (target: string, value: unknown): Promise<number[]> => {
    const ids: number[] = [];
    for (const link of asList(value)) {
      const { id, documentId, locale, publishedAt } = (
        typeof link === 'number' ? { id: link } : link
      ) as Link;
      const where =
        documentId === undefined
          ? { id }
          : {
              documentId,
              ...(locale !== undefined && { locale: locale ?? { $null: true } }),
              ...(publishedAt !== undefined && {
                publishedAt: publishedAt === null ? { $null: true } : { $notNull: true },
              }),
            };
      const found = await strapi.db.query(target).findMany({ where: where as never, limit: 1 });
      ids.push(...(found as Link[]).map((one) => one.id));
    }
    return ids;
  };

  const createComponents = async (
    name: string,
    { type, component, repeatable }: Attribute,
    value: unknown
  ): Promise<unknown> => {
    const isZone = type === 'dynamiczone';
    const created: object[] = [];
    for (const one of asList(value) as Stored[]) {
      const uid = String(isZone ? one.__component : component);
      const { id } = await write(uid, one);
      created.push(
        isZone
          ? { id, __component: uid, __pivot: { field: name } }
          : { id, __pivot: { field: name, component_type: uid } }
      );
    }
    return isZone || repeatable === true ? created : (created[0] ?? null);
  };

  const toData = async (uid: string, stored: Stored): Promise<Stored> => {
    const data: Stored = {};
    for (const [name, attribute] of Object.entries(attributesOf(strapi, uid as UID.Schema))) {
      const value = stored[name];
      const { type, target, multiple } = attribute;
      // Relations to records of any type are not kept.
      if (value === undefined || (type === 'relation' && target === undefined)) continue;
      if (type === 'component' || type === 'dynamiczone') {
        data[name] = await createComponents(name, attribute, value);
      } else if (type === 'media' || type === 'relation') {
        const ids = await linkedNow(target ?? FILE_UID, value);
        const isMany = type === 'media' ? multiple === true : Array.isArray(value);
        data[name] = isMany ? ids : (ids[0] ?? null);
      } else {
        data[name] = value;
      }
    }
    const { documentId } = stored;
    return documentId === undefined || uid in strapi.components ? data : { ...data, documentId };
  };

  const write = async (uid: string, row: Stored): Promise<Stored & { id: number }> =>
    strapi.db.query(uid).create({ data: (await toData(uid, row)) as never });

  const filesIn = (uid: string, stored: Stored): KeptFile[] =>
    Object.entries(attributesOf(strapi, uid as UID.Schema)).flatMap(
      ([name, { type, component }]) => {
        const values = asList(stored[name]) as Stored[];
        if (type === 'media') {
          return values.map(({ documentId, name: of }) => ({
            id: String(documentId),
            name: typeof of === 'string' ? of : String(documentId),
          }));
        }
        return type === 'component' || type === 'dynamiczone'
          ? values.flatMap((value) => filesIn(String(component ?? value.__component), value))
          : [];
      }
    );

  return {
    /** Reads all rows of a document: all versions and locales. */
    read: async (uid: UID.Schema, documentId: string): Promise<Stored[]> =>
      fill(uid, await shapeOf(uid).rowsOf(documentId)),

    /**
     * Writes a row with its dates and author under a new row id, without links to deleted records. Call it in a
     * transaction.
     */
    write,

    /** Files in the media fields of rows and their components, without duplicates. */
    filesIn: (uid: UID.Schema, rows: Stored[]): KeptFile[] =>
      _.uniqBy(
        rows.flatMap((row) => filesIn(uid, row)),
        'id'
      ),
  };
};
