import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import type { Core, UID } from '@strapi/strapi';

import { FILE_UID } from '../../../core/constants';
import { query, tableOf } from '../../../core/database/connection';

import { REVISION_ATTRIBUTE, REVISION_COLUMN, STATUS_COLUMN } from './columns';

/** What Strapi itself writes into a draft while it publishes it. */
const STAMPS = new Set(['firstPublishedAt', 'updatedAt']);

/** Columns in which a draft and the public version made of it are not the same. */
const OWN_COLUMNS = new Set([
  'id',
  'published_at',
  'created_at',
  'created_by_id',
  'updated_by_id',
  STATUS_COLUMN,
]);

type Data = Record<string, unknown>;

/** A version that is copied from another one holds the same text, and keeps its revision. */
const reviseNew = (data: Data): void => {
  data[REVISION_ATTRIBUTE] ??= randomUUID();
};

const revise = (data: Data): void => {
  if (!Object.keys(data).every((name) => STAMPS.has(name))) {
    data[REVISION_ATTRIBUTE] = randomUUID();
  }
};

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
 * Gives a row of a publication a new revision, a random word, with each write of it by whomever:
 * bot, panel, another plugin. Publishing copies the draft with its revision, so two that differ
 * say that the draft was saved since. Dates would not do: the clocks of several instances differ,
 * and a save whose clock is slow would look older than the version that it follows.
 */
export const reviseOnWrite = (strapi: Core.Strapi, uid: UID.Schema): void => {
  strapi.db.lifecycles.subscribe({
    models: [uid],
    beforeCreate: ({ params }) => reviseNew(params.data),
    beforeCreateMany: ({ params }) => [params.data].flat().forEach(reviseNew),
    beforeUpdate: ({ params }) => revise(params.data),
    beforeUpdateMany: ({ params }) => revise(params.data),
  });

  // An upload that names a record (`ref`, `refId`, `field`) attaches its file from the other side.
  const reviseAttached = async ({ params }: { params: { data?: unknown } }): Promise<void> => {
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
    afterCreate: reviseAttached,
    afterUpdate: reviseAttached,
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
