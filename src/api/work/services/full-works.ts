/**
 * Relies on: `strapi.db.metadata.get(uid).columnToAttribute`
 * Breaks if: Strapi removes or renames it
 * Checked by: tests/pages/two-queries-by-index.long.test.ts
 */

import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { createCompiledQuery } from './compiled-query';
import { linkedQueries, namesIn, toWorkMetadata, type WorkMetadata } from './work-metadata';
import { readLinked, toLinked, unionOf, type LinkedRow } from './linked';
import { relatedWorksQueries, toRelatedWorks, type RelatedWorks } from './related-works';
import { withSignedMedia } from './stored-files';

const WORK = 'api::work.work';

/** Required columns of the content type Work that pages read. */
const REQUIRED = ['title', 'slug'] as const;
/** Optional columns. `language` is a BCP 47 tag; without one, the site's language applies. */
const OPTIONAL = ['excerpt', 'authorName', 'body', 'language'] as const;
const DRAFT_COLUMNS: string[] = ['id', ...REQUIRED, ...OPTIONAL];
const PUBLISHED_COLUMNS = [
  ...DRAFT_COLUMNS,
  'documentId',
  'publishedAt',
  'firstPublishedAt',
  'createdAt',
  'updatedAt',
];

type OwnContent = Record<(typeof REQUIRED)[number], string> &
  Record<(typeof OPTIONAL)[number], string | null>;

/** Content of a work, published or not. */
export type WorkContent = OwnContent & WorkMetadata;

interface Published<Time> {
  documentId: string;
  publishedAt: Time;
  /** Date of the first publication, here or on another site. */
  firstPublishedAt: Time;
  /** Date of the creation on this site. */
  createdAt: Time;
  /** Date of the last change that readers can see, including the last publication. */
  updatedAt: Time;
}

export type PublishedWork = WorkContent & Published<Date>;

/** A published work with the works that its page links to. */
export type WorkWithRelated = PublishedWork & RelatedWorks;

/** A published work, and a check for whether it is still current. */
export interface ReadWork {
  work: WorkWithRelated;
  /**
   * Whether the page would still show the same content as `work`. Runs two queries, and a third query if the text shows
   * files.
   */
  isValid: () => Promise<boolean>;
}

type DraftRow = OwnContent & { id: number };
/**
 * Row of a published work. A row inserted with SQL has no date of first publication until the plugin's next repair
 * (every 30 seconds).
 */
type PublishedRow = DraftRow &
  Omit<Published<Time>, 'firstPublishedAt'> & { firstPublishedAt: Time | null };

type Time = string | number | Date;

/**
 * Time at which readers first saw the current version of a work: the later of the publication and the last update,
 * because a draft may be saved long before its publication.
 */
export const publicSince = (publishedAt: Time, updatedAt: Time): Date =>
  new Date(Math.max(new Date(publishedAt).getTime(), new Date(updatedAt).getTime()));

const withDates = <Work extends PublishedRow>(work: Work) => {
  const publishedAt = new Date(work.publishedAt);
  const firstPublishedAt = new Date(work.firstPublishedAt ?? publishedAt);
  return {
    ...work,
    publishedAt,
    firstPublishedAt,
    createdAt: new Date(work.createdAt),
    updatedAt: publicSince(publishedAt, work.updatedAt),
  };
};

const digestOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64');

/**
 * Reads works with their full content. Queries the database directly, because the document service wraps each read in a
 * transaction and selects every column.
 */
export const createFullWorks = (strapi: Core.Strapi) => {
  const { db } = strapi;

  const queryWork = createCompiledQuery<{ slug: string }, PublishedRow>(strapi, (place) => {
    const attributes = Object.entries(db.metadata.get(WORK).columnToAttribute);
    const read = attributes.filter(([, attribute]) => PUBLISHED_COLUMNS.includes(attribute));
    return db
      .getConnection('works')
      .select(Object.fromEntries(read.map(([column, attribute]) => [attribute, column])))
      .where('slug', place('slug'))
      .whereNotNull('published_at')
      .orderBy('id', 'desc')
      .limit(1);
  });
  const queryLinked = createCompiledQuery<{ id: number }, LinkedRow>(strapi, (place) => {
    const id = place('id');
    const [first, ...others] = linkedQueries(strapi, [id]);
    return unionOf([first, ...others, ...relatedWorksQueries(strapi, id)]);
  });

  const readLinkedRows = async ({ id }: PublishedRow): Promise<LinkedRow[]> =>
    toLinked(await queryLinked({ id }));

  /** Row ids and times of the last change of the files with the given storage names. */
  const readStamps = async (names: string[]): Promise<unknown[]> =>
    names.length === 0
      ? []
      : db.getConnection('files').select('id', 'updated_at').whereIn('hash', names).orderBy('id');

  /** Adds to works their linked records (one query for all) and the files that their texts use (one query). */
  const complete = async <Row extends DraftRow>(
    rows: readonly Row[]
  ): Promise<(Omit<Row, 'id'> & WorkMetadata)[]> => {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const workMetadata = await toWorkMetadata(
      strapi,
      rows,
      await readLinked(linkedQueries(strapi, ids))
    );
    return Promise.all(
      rows.map(({ id, ...row }) => withSignedMedia(strapi, { ...row, ...workMetadata.of(id) }))
    );
  };

  return {
    /** Published work with a slug, or null. At most four queries. */
    async findBySlug(slug: string): Promise<ReadWork | null> {
      const [row] = await queryWork({ slug });
      if (row === undefined) return null;
      const linked = await readLinkedRows(row);
      const workMetadata = await toWorkMetadata(strapi, [row], linked);
      const { related, ...adjacent } = toRelatedWorks(linked, workMetadata.fileOf);
      const work = {
        ...(await withSignedMedia(strapi, { ...withDates(row), ...workMetadata.of(row.id) })),
        ...adjacent,
        related: await Promise.all(
          related.map((one) => withSignedMedia(strapi, { ...one, media: [] }))
        ),
      };
      const names = namesIn(strapi, row.body);
      const digest = digestOf([row, linked, await readStamps(names)]);
      const isValid = async (): Promise<boolean> => {
        const [[rowNow], ...linkedNow] = await Promise.all([
          queryWork({ slug }),
          readLinkedRows(row),
          readStamps(names),
        ]);
        return rowNow !== undefined && digestOf([rowNow, ...linkedNow]) === digest;
      };
      return { work, isValid };
    },

    /** Published works with their full content. At most three queries. */
    async findMany(params: object): Promise<PublishedWork[]> {
      const rows = await db.query(WORK).findMany({ ...params, select: PUBLISHED_COLUMNS });
      return complete((rows as PublishedRow[]).map(withDates));
    },

    /** Draft of a document, or null. */
    async findDraft(documentId: string): Promise<WorkContent | null> {
      const row: DraftRow | null = await db
        .query(WORK)
        .findOne({ select: DRAFT_COLUMNS, where: { documentId, publishedAt: null } });
      return row && ((await complete([row]))[0] ?? null);
    },
  };
};
