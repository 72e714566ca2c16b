import type { Core, UID } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { knexOf, tableOf, type DatabaseDate, type Knex } from '../../../core/database/connection';
import { newDocumentId } from '../../../core/database/rows/entity';
import { isLocalized } from '../../../core/strapi/locales';

import { STATUS_COLUMN, PUBLIC_VERSION } from './columns';

/** Number of rows to read in one step. */
const AT_ONCE = 200;

interface RawRow {
  id: number;
  document_id: string | null;
  created_at: DatabaseDate | null;
  updated_at: DatabaseDate | null;
  published_at: DatabaseDate | null;
}

/** Sets a document id and a creation date on rows inserted with SQL, as Strapi would. Finds them by their missing status. */
export const completeRawRows = async (strapi: Core.Strapi, uid: UID.Schema): Promise<void> => {
  const table = tableOf(strapi, uid);

  const findSome = (): Promise<RawRow[]> =>
    knexOf(strapi)(table)
      .select('id', 'document_id', 'created_at', 'updated_at', 'published_at')
      .whereNull(STATUS_COLUMN)
      .where((lacks) => lacks.whereNull('document_id').orWhereNull('created_at'))
      .limit(AT_ONCE);

  /** Sets a column of a row, unless another instance has already set the column. */
  const fill = (id: number, column: string, value: unknown): Promise<number> =>
    knexOf(strapi)(table)
      .where({ id })
      .whereNull(column)
      .update({ [column]: value });

  for (let rows = await findSome(); rows.length > 0; rows = await findSome()) {
    for (const row of rows) {
      if (row.document_id === null) {
        await fill(row.id, 'document_id', newDocumentId());
      }
      if (row.created_at === null) {
        await fill(row.id, 'created_at', row.updated_at ?? row.published_at ?? new Date());
      }
    }
  }
};

interface PublicRow {
  id: number;
  document_id: string;
  locale: string | null;
}

type Rows = ReturnType<Knex>;

interface StrapiDocuments {
  discardDraft(params: { documentId: string; locale?: string }): Promise<unknown>;
}

/**
 * Creates drafts for public versions without one. `strapi.db.query(...).create` without `publishedAt` inserts such a
 * version: readers see it, but the panel and the bot do not.
 */
export const createMissingDrafts = (strapi: Core.Strapi) => {
  const { contentType } = botConfig(strapi);
  const table = tableOf(strapi, contentType);
  const localized = isLocalized(strapi, contentType);
  const documents = () => strapi.documents(contentType as never) as unknown as StrapiDocuments;

  const findSome = (after: number, narrow: (rows: Rows) => Rows): Promise<PublicRow[]> => {
    const knex = knexOf(strapi);
    return narrow(knex({ version: table }))
      .select('version.id', 'version.document_id', 'version.locale')
      .whereNotNull('version.published_at')
      .whereNotExists(
        knex({ draft: table })
          .select(knex.raw('1'))
          .whereRaw('draft.document_id = version.document_id')
          .whereNull('draft.published_at')
          .modify((drafts: Rows) => {
            if (localized) {
              void drafts.whereRaw(
                '(draft.locale = version.locale OR (draft.locale IS NULL AND version.locale IS NULL))'
              );
            }
          })
      )
      .where('version.id', '>', after)
      .orderBy('version.id')
      .limit(AT_ONCE);
  };

  const makeDraft = async ({ document_id: documentId, locale }: PublicRow): Promise<void> => {
    try {
      await documents().discardDraft({ documentId, ...(localized && locale ? { locale } : {}) });
    } catch (error) {
      strapi.log.warn(`Bot: publication ${documentId} has no draft, and creating one failed`);
      strapi.log.warn(error);
    }
  };

  const makeDrafts = async (narrow: (rows: Rows) => Rows): Promise<void> => {
    let rows = await findSome(0, narrow);
    while (rows.length > 0) {
      for (const row of rows) {
        await makeDraft(row);
      }
      rows = await findSome(rows.at(-1)?.id ?? 0, narrow);
    }
  };

  const count = async (status: string): Promise<number> => {
    const [row] = await knexOf(strapi)(table).where(STATUS_COLUMN, status).count({ count: '*' });
    return Number(row?.count);
  };

  return {
    /**
     * Creates drafts for public versions without a status. If all rows have a status, the function only makes one
     * look-up by an index.
     */
    ofNewRows: (): Promise<void> =>
      makeDrafts((rows) => rows.whereNull(`version.${STATUS_COLUMN}`)),

    /** Creates drafts for all rows, if the numbers of drafts and public versions differ. */
    async ofAllRows(): Promise<void> {
      if (localized || (await count(PUBLIC_VERSION)) > (await count('published'))) {
        await makeDrafts((rows) => rows);
      }
    },
  };
};
