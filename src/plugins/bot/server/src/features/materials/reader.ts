import type { FieldError, MaterialReference } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';

import { FILE_UID } from '../../core/constants';
import { knexOf, tableOf } from '../../core/database/connection';
import { protocolError } from '../../core/protocol/errors';

/**
 * Returns the path of a material reference within the request body, for errors. `index` is the reference's position in
 * its array.
 */
export type PathOf = (index: number) => FieldError['path'];

/** Returns the path of a material reference in the `media` of a request body. */
export const inMedia: PathOf = (index) => ['media', index];

interface FileIds {
  id: number;
  document_id: string;
}

/** The largest row id that all supported databases accept; PostgreSQL rejects larger values. */
const LARGEST_ROW_NUMBER = 2 ** 31 - 1;

const isRowNumber = (reference: MaterialReference): boolean =>
  /^\d+$/.test(String(reference)) && Number(reference) <= LARGEST_ROW_NUMBER;

const findIds = (strapi: Core.Strapi, references: MaterialReference[]): Promise<FileIds[]> => {
  const files = knexOf(strapi)(tableOf(strapi, FILE_UID))
    .select('id', 'document_id')
    .whereIn('document_id', references.map(String));
  const rowNumbers = references.filter(isRowNumber).map(Number);
  return rowNumbers.length === 0 ? files : files.orWhereIn('id', rowNumbers);
};

/**
 * Locks the given file rows that still exist, in the order of their primary key, like `uses/cascade.ts`. Locking by
 * another index can cause deadlocks with deletions by `uses/cascade.ts` on MySQL.
 */
const lock = async (strapi: Core.Strapi, rows: FileIds[]): Promise<FileIds[]> => {
  if (strapi.db.dialect.client === 'sqlite') return rows;
  const ids = rows.map(({ id }) => id);
  return knexOf(strapi)(tableOf(strapi, FILE_UID))
    .select('id', 'document_id')
    .whereIn('id', ids)
    .orderBy('id')
    .forShare();
};

/**
 * Finds the row ids of materials, in the given order, without duplicates. Inside a transaction the rows stay
 * locked, so that they can be attached before it ends.
 * @param pathOf the path of each reference in the request, for errors
 * @throws `unknown-material` with every unknown reference
 */
export const resolveMaterials = async (
  strapi: Core.Strapi,
  references: MaterialReference[],
  pathOf: PathOf = inMedia
): Promise<number[]> => {
  if (references.length === 0) return [];
  const rows = await lock(strapi, await findIds(strapi, references));
  const rowNumbers = new Map(rows.map(({ id, document_id }) => [document_id, id]));
  const known = new Set(rows.map(({ id }) => id));
  const resolved = references.map((reference) => {
    const byNumber = isRowNumber(reference) && known.has(Number(reference));
    return rowNumbers.get(String(reference)) ?? (byNumber ? Number(reference) : undefined);
  });

  const unknown = references.filter((_reference, index) => resolved[index] === undefined);
  if (unknown.length > 0) {
    throw protocolError('unknown-material', {
      message: `There is no material with the id ${unknown.join(', ')}`,
      details: {
        errors: references.flatMap((reference, index) =>
          resolved[index] === undefined
            ? [{ path: pathOf(index), message: `There is no material ${reference}` }]
            : []
        ),
        unknown: unknown.map(String),
      },
    });
  }
  return [...new Set(resolved.filter((id) => id !== undefined))];
};
