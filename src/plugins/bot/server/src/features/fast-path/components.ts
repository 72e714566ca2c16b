import type { Core, UID } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { knexOf, componentLinkTable, tableOf } from '../../core/database/connection';
import { attributesOf, columnsOf, toEntity, type Entity } from '../../core/database/rows/entity';
import { createInsert, type StoredEntity } from '../../core/database/rows/insert-entity';
import { readLinked, type LinkTable } from '../../core/database/rows/links';

import { areKnownValid, isComponent, isPlainType } from './eligibility';

/** An attribute with a single component whose values are plain columns. */
interface ComponentAttribute {
  name: string;
  uid: UID.Component;
}

/** Components of an entry, by attribute. Empty attributes are omitted. */
export type Components = ReadonlyMap<string, StoredEntity>;

/** The components of an entry that the fast path supports. */
export interface Parts {
  components: Components;
  /**
   * Whether the entry has components that the fast path does not support, so that only Strapi can copy and delete them.
   */
  isMore: boolean;
}

const isEntity = (value: unknown): value is Entity =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads and writes components of publications as Strapi's document service does, with lifecycles. Supports single
 * components with plain columns; Strapi handles all others.
 */
export const createComponents = (strapi: Core.Strapi, tables: LinkTable[]) => {
  const { contentType } = botConfig(strapi);
  const found = Object.entries(attributesOf(strapi, contentType)).filter(([, attribute]) =>
    isComponent(attribute)
  );
  const plain: ComponentAttribute[] = found.flatMap(([name, { type, component, repeatable }]) => {
    const isOne = type === 'component' && repeatable !== true;
    return isOne && component !== undefined && isPlainType(strapi, component)
      ? [{ name, uid: component }]
      : [];
  });
  const uids = [...new Set(plain.map(({ uid }) => uid))];
  const columns = new Map(uids.map((uid) => [uid, columnsOf(strapi, uid)]));
  const inserts = new Map(uids.map((uid) => [uid, createInsert(strapi, uid)]));
  const table = componentLinkTable(strapi, contentType);
  const { lifecycles } = strapi.db;

  const removeRows = async (uid: UID.Component, deleted: StoredEntity[]): Promise<void> => {
    const events = deleted.map((result) => ({ params: { where: { id: result.id } }, result }));
    const states = await Promise.all(
      events.map(({ params }) => lifecycles.run('beforeDelete', uid, { params }))
    );
    const ids = deleted.map(({ id }) => id);
    await knexOf(strapi)(tableOf(strapi, uid)).whereIn('id', ids).delete();
    for (const [index, event] of events.entries()) {
      await lifecycles.run('afterDelete', uid, event, states[index]);
    }
  };

  return {
    /** Component attributes that the fast path supports. */
    attributes: plain,
    /** Values of component attributes without components, by attribute name: null or an empty list. */
    nothing: new Map<string, Entity[] | null>(
      found.map(([name, { type, repeatable }]) => [
        name,
        type === 'component' && repeatable !== true ? null : [],
      ])
    ),

    /** Reads the components of entries, by entry ID. Uses only the link tables in which an entry has links. */
    async find(entries: { id: number; held: LinkTable[] }[]): Promise<Map<number, Parts>> {
      const isStrapis = ({ kind, target }: LinkTable): boolean =>
        kind === 'component' && !uids.some((uid) => uid === target);
      const found = new Map(
        entries.map(({ id, held }) => [
          id,
          { components: new Map<string, StoredEntity>(), isMore: held.some(isStrapis) },
        ])
      );
      for (const link of tables.filter((one) => one.kind === 'component' && !isStrapis(one))) {
        const owners = entries.filter(({ held }) => held.includes(link)).map(({ id }) => id);
        for (const { owner, name, row } of owners.length > 0
          ? await readLinked(strapi, link, owners)
          : []) {
          const parts = found.get(owner);
          if (parts !== undefined) {
            parts.isMore ||= parts.components.has(name) || plain.every((one) => one.name !== name);
            const component = toEntity(columns.get(link.target as UID.Component) ?? [], row);
            parts.components.set(name, component as StoredEntity);
          }
        }
      }
      return found;
    },

    /** The components in the data of a write; undefined if only Strapi can handle them. */
    in(data: Entity, isDraft: boolean): Map<string, Entity> | undefined {
      const named = new Map<string, Entity>();
      for (const { name, uid } of plain) {
        const value = data[name];
        if (value !== undefined && value !== null) {
          const known = attributesOf(strapi, uid);
          if (
            !isEntity(value) ||
            !Object.keys(value).every((part) => part in known) ||
            !areKnownValid({ attributes: known }, value, { isDraft, checked: '' })
          ) {
            return undefined;
          }
          named.set(name, value);
        }
      }
      return named;
    },

    /** Converts stored components back to data for a write. */
    valuesOf: (components: Components): Entity =>
      Object.fromEntries([...components].map(([name, { id: _id, ...value }]) => [name, value])),

    /** Inserts components and returns them with their IDs. */
    async create(values: ReadonlyMap<string, Entity>): Promise<Components> {
      const created = new Map<string, StoredEntity>();
      for (const { name, uid } of plain) {
        const value = values.get(name);
        const insert = inserts.get(uid);
        if (value !== undefined && insert !== undefined) {
          created.set(name, await insert(value));
        }
      }
      return created;
    },

    /**
     * Attribute values that link a new entry to existing components, in the internal format of Strapi's document
     * service.
     */
    toData: (components: Components): Entity =>
      Object.fromEntries(
        plain.flatMap(({ name, uid }) => {
          const component = components.get(name);
          return component === undefined
            ? []
            : [[name, { id: component.id, __pivot: { field: name, component_type: uid } }]];
        })
      ),

    /** Links an entry to the components in its data, which has the format of `toData`. */
    async link(entry: number, data: Entity): Promise<void> {
      const rows = plain.flatMap(({ name, uid }) => {
        const id: unknown = Reflect.get(Object(data[name]), 'id');
        return id === undefined
          ? []
          : [{ entity_id: entry, cmp_id: id, field: name, component_type: uid }];
      });
      if (table !== undefined && rows.length > 0) {
        await knexOf(strapi)(table).insert(rows);
      }
    },

    /** Deletes the components of deleted entries. Their links are deleted with them. */
    async remove(some: Components[]): Promise<void> {
      for (const { name, uid } of plain) {
        const deleted = some.flatMap((components) => components.get(name) ?? []);
        if (deleted.length > 0) {
          await removeRows(uid, deleted);
        }
      }
    },
  };
};
