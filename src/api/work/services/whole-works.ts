import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { createCompiled } from './compiled';
import { linkedQueries, namesIn, toExtras, type Extras } from './extras';
import { readLinked, toLinked, unionOf, type LinkedRow } from './linked';
import { onwardQueries, toNeighbours, type Neighbours } from './onward';
import { withSignedMedia } from './stored-files';

const WORK = 'api::work.work';

/** What a work says in its own row: what is named here is read of works, published or not. */
const ALWAYS = ['title', 'slug'] as const;
/** `language` is a tag (BCP 47); without one, the site's. */
const OPTIONAL = ['excerpt', 'authorName', 'body', 'language'] as const;
const OF_DRAFT: string[] = ['id', ...ALWAYS, ...OPTIONAL];
const OF_PUBLISHED = [...OF_DRAFT, 'documentId', 'publishedAt', 'firstPublishedAt', 'updatedAt'];

type OwnContent = Record<(typeof ALWAYS)[number], string> &
  Record<(typeof OPTIONAL)[number], string | null>;

/** What a work says, published or not. */
export type WorkContent = OwnContent & Extras;

interface Published<Time> {
  documentId: string;
  publishedAt: Time;
  /** The date of the first publish, here or elsewhere. */
  firstPublishedAt: Time;
  /** When what readers see was last changed; a publish counts. */
  updatedAt: Time;
}

export type PublishedWork = WorkContent & Published<Date>;

/** A published work with those that readers may go on to. */
export type WorkInPlace = PublishedWork & Neighbours;

/** A work as it was read, and how to find out whether it is still so. */
export interface ReadWork {
  work: WorkInPlace;
  /**
   * Whether a reader would be shown the very same now: two queries, that read no files; a third one
   * if the text shows files.
   * Undefined if it changes by itself, as the signed addresses of a private bucket do.
   */
  isStill?: () => Promise<boolean>;
}

type DraftRow = OwnContent & { id: number };
/** A row that was inserted with SQL has no date of a first publish until the next sweep. */
type PublishedRow = DraftRow &
  Omit<Published<Time>, 'firstPublishedAt'> & { firstPublishedAt: Time | null };

type Time = string | number | Date;

/** When a published work became what readers see: a draft is saved before it is published. */
export const publicSince = (publishedAt: Time, updatedAt: Time): Date =>
  new Date(Math.max(new Date(publishedAt).getTime(), new Date(updatedAt).getTime()));

const withDates = <Work extends PublishedRow>(work: Work) => {
  const publishedAt = new Date(work.publishedAt);
  const firstPublishedAt = new Date(work.firstPublishedAt ?? publishedAt);
  return {
    ...work,
    publishedAt,
    firstPublishedAt,
    updatedAt: publicSince(publishedAt, work.updatedAt),
  };
};

const digestOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64');

/**
 * Reads works with all that they say. It asks the database directly, not the document service, which
 * would wrap each read in a transaction of its own and select every column.
 */
export const createWholeWorks = (strapi: Core.Strapi) => {
  const { db } = strapi;

  const queryOwn = createCompiled<{ slug: string }, PublishedRow>(strapi, (place) => {
    const attributes = Object.entries(db.metadata.get(WORK).columnToAttribute);
    const read = attributes.filter(([, attribute]) => OF_PUBLISHED.includes(attribute));
    return db
      .getConnection('works')
      .select(Object.fromEntries(read.map(([column, attribute]) => [attribute, column])))
      .where('slug', place('slug'))
      .whereNotNull('published_at')
      .orderBy('id', 'desc')
      .limit(1);
  });
  const queryBeside = createCompiled<{ id: number }, LinkedRow>(strapi, (place) => {
    const id = place('id');
    const [first, ...others] = linkedQueries(strapi, [id]);
    return unionOf([first, ...others, ...onwardQueries(strapi, id)]);
  });

  const readBeside = async ({ id }: PublishedRow): Promise<LinkedRow[]> =>
    toLinked(await queryBeside({ id }));

  /** When files of these names in storage were changed last. */
  const readStamps = async (names: string[]): Promise<unknown[]> =>
    names.length === 0
      ? []
      : db.getConnection('files').select('id', 'updated_at').whereIn('hash', names).orderBy('id');

  /** Works with what is linked to them and shown in their texts: one query for all of it, one for files. */
  const complete = async <Row extends DraftRow>(
    rows: readonly Row[]
  ): Promise<(Omit<Row, 'id'> & Extras)[]> => {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const extras = await toExtras(strapi, rows, await readLinked(linkedQueries(strapi, ids)));
    return Promise.all(
      rows.map(({ id, ...row }) => withSignedMedia(strapi, { ...row, ...extras.of(id) }))
    );
  };

  return {
    /** The published work at an address, or null. Three queries at most. */
    async findBySlug(slug: string): Promise<ReadWork | null> {
      const [row] = await queryOwn({ slug });
      if (row === undefined) return null;
      const beside = await readBeside(row);
      const extras = await toExtras(strapi, [row], beside);
      const { related, ...neighbours } = toNeighbours(beside, extras.fileOf);
      const work = {
        ...(await withSignedMedia(strapi, { ...withDates(row), ...extras.of(row.id) })),
        ...neighbours,
        related: await Promise.all(
          related.map((one) => withSignedMedia(strapi, { ...one, media: [] }))
        ),
      };
      if (await strapi.plugin('upload').provider.isPrivate()) return { work };

      const names = namesIn(strapi, row.body);
      const digest = digestOf([row, beside, await readStamps(names)]);
      const isStill = async (): Promise<boolean> => {
        const [[rowNow], ...besideNow] = await Promise.all([
          queryOwn({ slug }),
          readBeside(row),
          readStamps(names),
        ]);
        return rowNow !== undefined && digestOf([rowNow, ...besideNow]) === digest;
      };
      return { work, isStill };
    },

    /** Published works. Three queries at most. */
    async findMany(params: object): Promise<PublishedWork[]> {
      const rows = await db.query(WORK).findMany({ ...params, select: OF_PUBLISHED });
      return complete((rows as PublishedRow[]).map(withDates));
    },

    /** The draft of a document, or null. */
    async findDraft(documentId: string): Promise<WorkContent | null> {
      const row: DraftRow | null = await db
        .query(WORK)
        .findOne({ select: OF_DRAFT, where: { documentId, publishedAt: null } });
      return row && ((await complete([row]))[0] ?? null);
    },
  };
};
