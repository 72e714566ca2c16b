import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import type { Core, UID } from '@strapi/strapi';

import { FILE_UID } from '../../../core/constants';
import { query, tableOf } from '../../../core/database/connection';

import { REVISION_COLUMN, STATUS_COLUMN } from './columns';

/** Columns in which a draft and the public version made of it are not the same. */
const OWN_COLUMNS = new Set([
  'id',
  'published_at',
  'created_at',
  'created_by_id',
  'updated_by_id',
  STATUS_COLUMN,
]);

/** The rows of a type that the data of a file names as those it is attached to. */
export const attachedTo = (uid: UID.Schema, file: unknown): number[] => {
  const related: unknown = Reflect.get(Object(file), 'related');
  const named: unknown[] = Array.isArray(related) ? related : Object.values(Object(related)).flat();
  return named
    .filter((record) => Reflect.get(Object(record), '__type') === uid)
    .map((record) => Number(Reflect.get(Object(record), 'id')))
    .filter(Number.isInteger);
};

/**
 * Gives rows a new revision to which an upload attaches a file from the other side, as one that names a record (`ref`,
 * `refId`, `field`) does. All other writes do so in `added-columns.ts`.
 */
export const reviseAttached = (strapi: Core.Strapi, uid: UID.Schema): void => {
  const revise = async ({ params }: { params: { data?: unknown } }): Promise<void> => {
    const ids = attachedTo(uid, params.data);
    if (ids.length > 0) {
      await query(strapi, (knex) =>
        knex(tableOf(strapi, uid))
          .whereIn('id', ids)
          .update({ [REVISION_COLUMN]: randomUUID() })
      );
    }
  };
  strapi.db.lifecycles.subscribe({
    models: [FILE_UID],
    afterCreate: revise,
    afterUpdate: revise,
  });
};

/**
 * Whether the public version is the draft as it stands. Everything in the rows is compared, and
 * not their revisions alone: somebody may have written with SQL, and the rows of an earlier
 * version of this plugin have no revision.
 */
export const isCopyOf = (draft: object, published: object): boolean =>
  Object.entries(draft).every(
    ([column, value]) =>
      OWN_COLUMNS.has(column) || isDeepStrictEqual(value, Reflect.get(published, column))
  );
