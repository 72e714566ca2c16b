/*
 * Leans on what `strapi.db.query` of `@strapi/database` 5.54 populates and takes, and on the way in which the
 * document service links components (`createComponents` in `@strapi/core`): rows by their numbers, with
 * `__pivot`. `tests/api/200-restore.test.ts` notices a change.
 */
import type { Core, Schema, UID } from '@strapi/strapi';

import { FILE_UID } from '../../core/constants';
import {
  fileLinkTable,
  joinTableOf,
  query,
  quote,
  rowsOf,
  tableOf,
} from '../../core/database/connection';
import { columnsOf, toEntity } from '../../core/database/rows/entity';
import { isHeldIn, linksHeldBy, type LinkTable } from '../../core/database/rows/links-held';

/** A record as it is read: values, and records that it is linked to. */
export type Stored = Record<string, unknown>;

interface Attribute {
  type: string;
  relation?: string;
  target?: string;
  component?: string;
  components?: string[];
  repeatable?: boolean;
  multiple?: boolean;
  unstable_virtual?: boolean;
}

/** What is kept of a record at the other end of a link. */
interface Link {
  id: number;
  documentId?: string;
  locale?: string | null;
  publishedAt?: string | Date | null;
}

/** A file that a record shows. */
export interface KeptFile {
  id: string;
  name: string;
}

/** How a record is found anew that was published, saved or imported since. */
const LINK = ['id', 'documentId', 'locale', 'publishedAt'];

const asList = (value: unknown): unknown[] =>
  value === null || value === undefined ? [] : [value].flat();

/** Reads a record with all that is inside it and what it is linked to, and writes it again. */
export const createWholeDocument = (strapi: Core.Strapi) => {
  const attributesOf = (uid: string): [string, Attribute][] => {
    const { attributes } = strapi.getModel(uid as UID.Schema) as Schema.ContentType;
    return Object.entries(attributes as unknown as Record<string, Attribute>);
  };

  const columnsKnown = (uid: string): string[] => {
    const { attributes } = strapi.db.metadata.get(uid);
    return LINK.filter((name) => name in attributes);
  };

  /** A relation that is kept: to records of one type, which the record itself names. */
  const isKept = ({ type, target, unstable_virtual: isVirtual }: Attribute): boolean =>
    type === 'relation' && target !== undefined && isVirtual !== true;

  const populateOf = (uid: string, isWanted: (name: string) => boolean = () => true): object => {
    const populate: Record<string, object> = {};
    for (const [name, attribute] of attributesOf(uid).filter(([one]) => isWanted(one))) {
      const { type, component, components = [], target = '' } = attribute;
      if (type === 'media') {
        populate[name] = { select: ['id', 'documentId', 'name'] };
      } else if (type === 'component' && component !== undefined) {
        populate[name] = { populate: populateOf(component) };
      } else if (type === 'dynamiczone') {
        const on = components.map((one) => [one, { populate: populateOf(one) }]);
        populate[name] = { on: Object.fromEntries(on) as object };
      } else if (isKept(attribute) && name !== 'localizations') {
        populate[name] = { select: columnsKnown(target) };
      }
    }
    return populate;
  };

  /** Where the links of an attribute stand; undefined of one that is a column. */
  const linksOf = (
    uid: UID.Schema,
    name: string,
    attribute: Attribute
  ): (LinkTable & { name: string }) | undefined => {
    const { type } = attribute;
    const raw = (sql: string, values: string[]): string =>
      strapi.db.connection.raw(sql, values).toQuery();
    if (type === 'media') {
      const where = raw('link.related_type = ? AND link.field = ?', [uid, name]);
      return { name, table: fileLinkTable(strapi), owner: 'related_id', where };
    }
    if (type === 'component' || type === 'dynamiczone') {
      const where = raw('link.field = ?', [name]);
      return { name, table: joinTableOf(strapi, uid, name), owner: 'entity_id', where };
    }
    const stored: unknown = strapi.db.metadata.get(uid).attributes[name];
    const joinTable: unknown = Reflect.get(Object(stored), 'joinTable');
    return isKept(attribute) && name !== 'localizations' && joinTable !== undefined
      ? {
          name,
          table: joinTableOf(strapi, uid, name),
          owner: (joinTable as { joinColumn: { name: string } }).joinColumn.name,
        }
      : undefined;
  };

  /** Reads rows with their columns, and populates only what has links: a text alone is one statement. */
  const createReader = (uid: UID.Schema) => {
    const columns = columnsOf(strapi, uid);
    const links = attributesOf(uid).flatMap(
      ([name, attribute]) => linksOf(uid, name, attribute) ?? []
    );
    const select = `SELECT entry.*, ${linksHeldBy(strapi, links, 'entry.id')} AS links_held
      FROM ${quote(strapi, tableOf(strapi, uid))} AS entry WHERE document_id = ? ORDER BY id`;

    return async (documentId: string): Promise<Stored[]> => {
      const whole: Stored[] = [];
      const rows = await query(strapi, (knex) => knex.raw(select, [documentId]));
      for (const row of rowsOf<{ id: number; links_held: number | string }>(rows)) {
        const held = links.filter((_link, place) => isHeldIn(Number(row.links_held), place));
        const names = new Set(held.map(({ name }) => name));
        const populate = populateOf(uid, (name) => names.has(name));
        const where = { id: row.id };
        const linked =
          names.size === 0
            ? {}
            : await strapi.db
                .query(uid)
                .findOne({ where: where as never, select: ['id'] as never, populate });
        whole.push({ ...toEntity(columns, row), ...(linked as Stored) });
      }
      return whole;
    };
  };
  const readers = new Map<UID.Schema, ReturnType<typeof createReader>>();

  /** The number of a record now: that of before if it still has it, else of the same version of its document. */
  const findLinked = async (target: string, link: Link): Promise<number | undefined> => {
    const records = strapi.db.query(target);
    const { id, documentId, locale, publishedAt } = link;
    if (documentId === undefined) {
      const found = (await records.findOne({ where: { id } })) as Link | null;
      return found?.id;
    }
    const where = {
      documentId,
      ...(locale === undefined ? {} : { locale: locale ?? { $null: true } }),
      ...(publishedAt === undefined
        ? {}
        : { publishedAt: publishedAt === null ? { $null: true } : { $notNull: true } }),
    };
    const found = (await records.findMany({ where: where as never, limit: 1 })) as Link[];
    return found[0]?.id;
  };

  const linkedNow = async (target: string, value: unknown): Promise<number[]> => {
    const ids: number[] = [];
    for (const link of asList(value)) {
      const id = await findLinked(target, typeof link === 'number' ? { id: link } : (link as Link));
      if (id !== undefined) {
        ids.push(id);
      }
    }
    return ids;
  };

  const createComponent = async (uid: string, component: Stored): Promise<number> => {
    const data = await toData(uid, component);
    const { id } = (await strapi.db.query(uid).create({ data: data as never })) as Link;
    return id;
  };

  const createComponents = async (
    name: string,
    { type, component, repeatable }: Attribute,
    value: unknown
  ): Promise<unknown> => {
    const isZone = type === 'dynamiczone';
    const created: object[] = [];
    for (const one of asList(value) as Stored[]) {
      const uid = isZone ? String(one.__component) : String(component);
      const id = await createComponent(uid, one);
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
    for (const [name, attribute] of attributesOf(uid)) {
      const value = stored[name];
      const { type, target = '', multiple } = attribute;
      if (value === undefined || name === 'localizations') {
        continue;
      }
      if (type === 'media') {
        const ids = await linkedNow(FILE_UID, value);
        data[name] = multiple === true ? ids : (ids[0] ?? null);
      } else if (type === 'component' || type === 'dynamiczone') {
        data[name] = await createComponents(name, attribute, value);
      } else if (type === 'relation') {
        if (isKept(attribute)) {
          const ids = await linkedNow(target, value);
          data[name] = Array.isArray(value) ? ids : (ids[0] ?? null);
        }
      } else {
        data[name] = value;
      }
    }
    const { documentId } = stored;
    return documentId === undefined || uid in strapi.components ? data : { ...data, documentId };
  };

  const filesIn = (uid: string, stored: Stored): KeptFile[] =>
    attributesOf(uid).flatMap(([name, { type, component }]) => {
      const values = asList(stored[name]) as Stored[];
      if (type === 'media') {
        return values.map(({ documentId, name: of }) => ({
          id: String(documentId),
          name: typeof of === 'string' ? of : String(documentId),
        }));
      }
      if (type === 'component') {
        return values.flatMap((value) => filesIn(String(component), value));
      }
      return type === 'dynamiczone'
        ? values.flatMap((value) => filesIn(String(value.__component), value))
        : [];
    });

  return {
    /** All rows of a document: versions, locales. */
    async read(uid: UID.Schema, documentId: string): Promise<Stored[]> {
      const read = readers.get(uid) ?? createReader(uid);
      readers.set(uid, read);
      return read(documentId);
    },

    /**
     * Writes such a row again, with its dates and its author, under a new number; to be called in a transaction.
     * What it was linked to and is gone is left out.
     */
    async write(uid: UID.Schema, row: Stored): Promise<Stored & { id: number }> {
      const data = await toData(uid, row);
      return strapi.db.query(uid).create({ data: data as never });
    },

    /** The files that media fields of a row show, its components' too. */
    filesIn,
  };
};
