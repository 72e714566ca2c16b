/*
 * Relies on: `@strapi/core` 5.54 (since 5.0): component links in `<table>_cmps` with `entity_id`, `cmp_id` and
 * `component_type`
 * Breaks if: Strapi renames these (`transform-content-types-to-models.js`)
 * Checked by: `tests/editors/files-that-works-use.long.test.ts`
 */
import type { Core, Schema, UID } from '@strapi/strapi';

import {
  knexOf,
  componentLinkTable,
  fileLinkTable,
  folderLinkTable,
} from '../../database/connection';
import { attributesOf, componentsIn, type Attributes } from '../../database/rows/entity';
import type { RecordRow } from '../../database/rows/existing-rows';
import type { Probe } from '../probe';

type Type = Schema.ContentType | Schema.Component;

/** Creates functions that find the components of records, and the records that contain components. */
export const createComponentRows = (strapi: Core.Strapi) => {
  const types: Type[] = [
    ...Object.values(strapi.contentTypes),
    ...Object.values(strapi.components),
  ];
  const within = new Map<string, string[]>(
    types
      .map(({ uid, attributes }) => {
        const components = Object.values(attributes as Attributes).flatMap(componentsIn);
        return [uid, components] as const;
      })
      .filter(([, components]) => components.length > 0)
  );

  const holdsFiles = (uid: string, seen: Set<string>): boolean =>
    (within.get(uid) ?? []).some((component) => {
      if (seen.has(component)) return false;
      seen.add(component);
      const attributes = Object.values(attributesOf(strapi, component as UID.Schema));
      return attributes.some(({ type }) => type === 'media') || holdsFiles(component, seen);
    });

  const linkTable = (uid: string): string => {
    const table = componentLinkTable(strapi, uid as UID.Schema);
    if (table === undefined) throw new Error(`${uid} has no components`);
    return table;
  };

  const childrenOf = async (uid: string, ids: number[]): Promise<RecordRow[]> => {
    const rows: { cmp_id: number; component_type: string }[] = await knexOf(strapi)(linkTable(uid))
      .distinct('cmp_id', 'component_type')
      .whereIn('entity_id', ids);
    return rows.map((row) => ({ uid: row.component_type, id: row.cmp_id }));
  };

  const parentsOf = async ({ uid, id }: RecordRow): Promise<RecordRow[]> => {
    const parents: RecordRow[] = [];
    for (const [parent, components] of within) {
      if (components.includes(uid)) {
        const rows: { entity_id: number }[] = await knexOf(strapi)(linkTable(parent))
          .distinct('entity_id')
          .where({ cmp_id: id, component_type: uid });
        parents.push(...rows.map((row) => ({ uid: parent, id: row.entity_id })));
      }
    }
    return parents;
  };

  const tree = {
    /** Whether records of a type can contain files in components, at any depth. */
    hasFilesBelow: (uid: string): boolean => holdsFiles(uid, new Set()),

    /** IDs of the given records and of all components in them, at any depth, by type. */
    async below(uid: string, ids: number[]): Promise<Map<string, number[]>> {
      const found = new Map<string, number[]>();
      let next = new Map([[uid, ids]]);
      while (next.size > 0) {
        const children = new Map<string, number[]>();
        for (const [type, rows] of next) {
          found.set(type, [...(found.get(type) ?? []), ...rows]);
          for (const child of within.has(type) ? await childrenOf(type, rows) : []) {
            children.set(child.uid, [...(children.get(child.uid) ?? []), child.id]);
          }
        }
        next = children;
      }
      return found;
    },

    /** The entries that contain a record. A record that is not a component is its own entry. */
    async above(record: RecordRow): Promise<RecordRow[]> {
      if (!(record.uid in strapi.components)) return [record];
      const entries: RecordRow[] = [];
      for (const parent of await parentsOf(record)) {
        entries.push(...(await tree.above(parent)));
      }
      return entries;
    },
  };
  return tree;
};

export const LINKS: Probe = {
  name: 'links between files and what uses them',
  reliesOn: 'the tables of links of @strapi/core and @strapi/upload',
  async verify(strapi) {
    const links = ['file_id', 'related_id', 'related_type', 'field', 'order'];
    await knexOf(strapi)(fileLinkTable(strapi)).where('id', -1).select(links);
    await knexOf(strapi)(folderLinkTable(strapi)).where('file_id', -1).select('folder_id');
    const rows = createComponentRows(strapi);
    for (const uid of [...Object.keys(strapi.contentTypes), ...Object.keys(strapi.components)]) {
      await rows.below(uid, [-1]);
    }
    return true;
  },
};
