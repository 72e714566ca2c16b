import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { knexOf, tableOf } from '../../core/database/connection';
import { holdLock } from '../../core/database/locks';
import { fieldsInvalid } from '../../core/protocol/validate';
import { columnNameOf } from '../../core/strapi/database/column-name';
import { slugFromName } from '../../core/protocol/text/slugify';

import type { RelatedRow } from './linked';
import type { RelationField } from './plan';
import type { RelationReference } from './schema';

interface Documents {
  create: (params: { data: object }) => Promise<{ id: number; documentId: string }>;
}

/** Normalizes a name for comparison: `Space Travel` equals `space-travel`, but `C` differs from `C++`. */
const toSame = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();

const fingerprint = (name: string): string =>
  createHash('sha256').update(name).digest('hex').slice(0, 8);

const toSlug = (name: string): string => slugFromName(name) || fingerprint(name);

const textOf = (reference: RelationReference): string =>
  typeof reference === 'string' ? reference : reference.id;

/** Finds records by slug, ID or name, and creates missing ones if the field allows that. */
export const createRelatedRecords = (strapi: Core.Strapi) => {
  const find = async (
    { target, slug, title }: RelationField,
    texts: string[],
    isLatest: boolean
  ): Promise<RelatedRow[]> => {
    const column = (name: string) => columnNameOf(strapi, target, name);
    const found = knexOf(strapi)(tableOf(strapi, target))
      .select('id', 'document_id', {
        ...(slug !== undefined && { slug: column(slug) }),
        ...(title !== undefined && { title: column(title) }),
      })
      .whereIn('document_id', texts);
    if (slug !== undefined) {
      found.orWhereIn(column(slug), [...texts, ...texts.map(toSlug)]);
    }
    if (title !== undefined) {
      found.orWhereIn(column(title), texts);
    }
    const rows: RelatedRow[] = await (isLatest && strapi.db.dialect.client === 'mysql'
      ? found.forShare()
      : found);
    return rows;
  };

  const choose = (rows: RelatedRow[], reference: RelationReference): RelatedRow | undefined => {
    const text = textOf(reference);
    const byId = rows.find(({ document_id }) => document_id === text);
    return typeof reference === 'string'
      ? (rows.find(({ slug }) => slug === text) ??
          byId ??
          rows.find(({ title }) => title === text) ??
          rows.find(({ title }) => title != null && toSame(title) === toSame(text)))
      : byId;
  };

  const create = async (
    field: RelationField,
    name: string,
    known: RelatedRow[]
  ): Promise<RelatedRow> => {
    const documents = strapi.documents(field.target as never) as unknown as Documents;
    const wanted = toSlug(name);
    const isTaken = known.some(({ slug }) => slug === wanted);
    const slug = isTaken ? `${wanted}-${fingerprint(name)}` : wanted;
    const { id, documentId } = await documents.create({
      data: {
        ...(field.title !== undefined && { [field.title]: name }),
        ...(field.slug !== undefined && { [field.slug]: slug }),
      },
    });
    return { id, document_id: documentId, slug, title: name };
  };

  const mayBeMade = (field: RelationField, reference: RelationReference): boolean =>
    field.createMissing && typeof reference === 'string';

  const refuse = (field: RelationField, references: RelationReference[], rows: RelatedRow[]) => {
    const errors = references.flatMap((reference, index) =>
      choose(rows, reference) === undefined && !mayBeMade(field, reference)
        ? [
            {
              path: ['fields', field.name, ...(field.many ? [index] : [])],
              message: `No record is named ${textOf(reference)}`,
            },
          ]
        : []
    );
    return fieldsInvalid(errors);
  };

  return {
    /** Finds a record by slug, ID or name. @returns its row ID */
    async find(field: RelationField, text: string): Promise<number | undefined> {
      return choose(await find(field, [text], false), text)?.id;
    },

    /**
     * Finds or creates the referenced records, in a transaction. @returns distinct row IDs in order
     * @throws `invalid-request` with each unknown reference
     */
    async resolve(field: RelationField, references: RelationReference[]): Promise<number[]> {
      if (references.length === 0) return [];
      const texts = references.map(textOf);
      let rows = await find(field, texts, false);
      const isMissing = (reference: RelationReference) => choose(rows, reference) === undefined;
      if (references.some(isMissing)) {
        if (references.some((it) => isMissing(it) && !mayBeMade(field, it))) {
          throw refuse(field, references, rows);
        }
        // The lock prevents duplicates, because Strapi's tables do not enforce unique slugs or names.
        await holdLock(strapi, 'related', field.target);
        rows = await find(field, texts, true);
        for (const name of texts) {
          if (isMissing(name)) {
            rows = [...rows, await create(field, name, rows)];
          }
        }
      }
      return [...new Set(references.flatMap((reference) => choose(rows, reference)?.id ?? []))];
    },
  };
};
