/*
 * Relies on: `@strapi/database` 5.54: `strapi.db.query`, populated relations and `strapi export` return only columns
 *   that `columnToAttribute` of the type's metadata contains; `strapi.db.query` and populated relations read by the
 *   method `init` of a builder that `entityManager.createQueryBuilder` makes, `strapi export` by its method `stream`
 * Breaks if: Strapi reads rows in another way
 * Checked by: `tests/editors/internal-columns-are-not-shown.long.test.ts`
 */
import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../../constants';
import { isInternal } from '../../database/rows/entity';
import { defineQuestion } from '../../hooks';

import { isCalledBy, hasMethods, isProbeDisabled, type Probe } from '../probe';

interface Builder {
  state: { select: unknown[] };
  init: (params?: object) => Builder;
  stream: (options?: object) => unknown;
  addSelect: (names: readonly unknown[]) => Builder;
  processSelect: () => void;
}

interface EntityManager {
  createQueryBuilder: (uid: string) => Builder;
}

/** A type in Strapi's metadata of the database. */
interface Metadata {
  uid: string;
  attributes: Record<string, { columnName?: string }>;
  /** Undefined in a version of Strapi that reads rows in another way. */
  columnToAttribute?: Record<string, string>;
}

/**
 * Question that features answer: which internal attributes of a type the current request must show. By default they are
 * hidden.
 */
export const shownInternals = defineQuestion<string, readonly string[]>(() => []);

/**
 * Lets results contain the internal attributes of a type only if their columns are selected under the attributes'
 * names.
 * @returns such a selection for each internal attribute
 */
const hideInternalColumns = ({
  attributes,
  columnToAttribute = {},
}: Metadata): Map<unknown, string> => {
  const aliases = new Map<unknown, string>();
  for (const [name, attribute] of Object.entries(attributes)) {
    const { columnName } = attribute;
    if (columnName === undefined || !isInternal(attribute)) continue;
    delete columnToAttribute[columnName];
    columnToAttribute[name] = name;
    aliases.set(name, `${columnName} as ${name}`);
  }
  return aliases;
};

/**
 * Leaves internal attributes out of all reads by Strapi's query engine, and thereby by its document service, except
 * where a caller selects them by name, and except for `strapi export`.
 */
export const hideInternalAttributes = (strapi: Core.Strapi): void => {
  if (isProbeDisabled(strapi, INTERNAL_ATTRIBUTES)) return;
  const aliasesOf = new Map<string, ReturnType<typeof hideInternalColumns>>();
  for (const metadata of strapi.db.metadata.values() as Iterable<Metadata>) {
    const aliases = hideInternalColumns(metadata);
    if (aliases.size > 0) aliasesOf.set(metadata.uid, aliases);
  }

  const manager = strapi.db.entityManager as unknown as EntityManager;
  const { createQueryBuilder } = manager;
  manager.createQueryBuilder = function (uid) {
    const builder = createQueryBuilder.call(this, uid);
    const aliases = aliasesOf.get(uid);
    if (aliases === undefined) return builder;
    const { init, stream, processSelect, state } = builder;
    builder.init = (params) => {
      init.call(builder, params);
      if (state.select.includes('*')) builder.addSelect(shownInternals.resolve(strapi, uid));
      return builder;
    };
    builder.stream = (options) => {
      builder.addSelect([...aliases.keys()]);
      return stream.call(builder, options);
    };
    builder.processSelect = () => {
      state.select = state.select.map((name) => aliases.get(name) ?? name);
      processSelect.call(builder);
    };
    return builder;
  };
};

export const INTERNAL_ATTRIBUTES: Probe = {
  name: 'internal columns that no API shows',
  reliesOn: 'db.entityManager and db.metadata of @strapi/database',
  isOptional: true,
  isPresent: ({ db }) => hasMethods(db.entityManager, 'createQueryBuilder'),
  verify: ({ db }) =>
    'columnToAttribute' in db.metadata.get(FILE_UID) &&
    isCalledBy(db.entityManager, 'createQueryBuilder', () =>
      db.query(FILE_UID).findOne({ where: { id: -1 } })
    ),
};
