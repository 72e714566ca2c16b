/*
 * Relies on: `@strapi/database` 5.54: `strapi.db.query` and populated relations read rows by the method `init` of a
 *   builder that `entityManager.createQueryBuilder` makes, with `*` for no selection; `strapi export` does not use `init`
 * Breaks if: Strapi reads rows in another way
 * Checked by: `tests/editors/internal-columns-are-not-shown.long.test.ts`
 */
import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../../constants';
import { isInternal } from '../../database/rows/entity';
import { defineQuestion } from '../../hooks';

import { isCalledBy, hasMethods, isProbeDisabled, type Probe } from '../probe';

interface Builder {
  state: { select: string[] };
  init: (params?: object) => Builder;
}

interface EntityManager {
  createQueryBuilder: (uid: string) => Builder;
}

/** An attribute as Strapi's metadata of the database describes it. */
interface Stored {
  columnName?: string;
  owner?: boolean;
  joinColumn?: { name: string };
  morphColumn?: { idColumn: { name: string }; typeColumn: { name: string } };
}

/**
 * Question that features answer: which internal attributes of a type the current request must show. By default they are
 * hidden.
 */
export const shownInternals = defineQuestion<string, readonly string[]>(() => []);

/**
 * Names by which a query selects an attribute: the attribute's name, or the columns of a relation that has no table of
 * its own. Empty for an internal attribute.
 */
const selectionOf = ([name, stored]: [string, Stored]): string[] => {
  const { columnName, owner, joinColumn, morphColumn } = stored;
  if (columnName !== undefined) return isInternal(stored) ? [] : [name];
  if (owner !== true) return [];
  const { idColumn, typeColumn } = morphColumn ?? {};
  return [joinColumn, idColumn, typeColumn].flatMap((column) => column?.name ?? []);
};

/**
 * Leaves internal attributes out of all reads by Strapi's query engine, and thereby by its document service, except
 * where a caller selects them by name. Call it after the schema sync, because reads then name all columns of a type,
 * and a site's migrations run before new columns exist.
 */
export const hideInternalAttributes = (strapi: Core.Strapi): void => {
  if (isProbeDisabled(strapi, INTERNAL_ATTRIBUTES)) return;
  const selections = new Map<string, readonly string[]>();
  for (const { uid, attributes } of strapi.db.metadata.values()) {
    const all = Object.entries(attributes as Record<string, Stored>);
    if (all.some(([, stored]) => isInternal(stored))) selections.set(uid, all.flatMap(selectionOf));
  }

  const manager = strapi.db.entityManager as unknown as EntityManager;
  const { createQueryBuilder } = manager;
  manager.createQueryBuilder = function (uid) {
    const builder = createQueryBuilder.call(this, uid);
    const selection = selections.get(uid);
    if (selection === undefined) return builder;
    const { init } = builder;
    builder.init = (params) => {
      init.call(builder, params);
      const { state } = builder;
      if (state.select.includes('*')) {
        const named = state.select.filter((name) => name !== '*');
        const shown = shownInternals.resolve(strapi, uid);
        state.select = [...new Set([...named, ...selection, ...shown])];
      }
      return builder;
    };
    return builder;
  };
};

export const INTERNAL_ATTRIBUTES: Probe = {
  name: 'internal columns that no API shows',
  reliesOn: 'db.entityManager of @strapi/database',
  isOptional: true,
  isPresent: ({ db }) => hasMethods(db.entityManager, 'createQueryBuilder'),
  verify: ({ db }) =>
    isCalledBy(db.entityManager, 'createQueryBuilder', () =>
      db.query(FILE_UID).findOne({ where: { id: -1 } })
    ),
};
