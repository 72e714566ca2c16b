import { createHash } from 'node:crypto';

import type { Core } from '@strapi/strapi';

import { createCompiled } from './compiled';
import { linkedQueries, namesIn, toExtras, type Extras } from './extras';
import { toLinked, unionOf, type LinkedRow } from './linked';
import { onwardQueries, toNeighbours, type Neighbours } from './onward';
import type { PublishedWork } from './published';
import { withSignedMedia } from './readable-media';

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

type Stored = string | number | Date;

/** A work as its own row says it. */
type OwnRow = Omit<PublishedWork, keyof Extras | 'publishedAt' | 'updatedAt'> & {
  id: number;
  publishedAt: Stored;
  updatedAt: Stored;
};

const digestOf = (row: OwnRow, beside: readonly LinkedRow[], inText: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([row, beside, inText]))
    .digest('base64');

/** Makes what finds a published work by its slug, with its media in the editor's order. */
export const createInPlace = (strapi: Core.Strapi) => {
  const queryOwn = createCompiled<{ slug: string }, OwnRow>(strapi, (place) =>
    strapi.db
      .getConnection('works')
      .select({
        id: 'id',
        documentId: 'document_id',
        title: 'title',
        slug: 'slug',
        excerpt: 'excerpt',
        authorName: 'author_name',
        body: 'body',
        language: 'language',
        publishedAt: 'published_at',
        updatedAt: 'updated_at',
      })
      .where('slug', place('slug'))
      .whereNotNull('published_at')
      .orderBy('id', 'desc')
      .limit(1)
  );
  const queryBeside = createCompiled<{ id: number; publishedAt: Date }, LinkedRow>(
    strapi,
    (place) => {
      const [id, publishedAt] = [place('id'), place('publishedAt')];
      const [first, ...others] = linkedQueries(strapi, [id]);
      return unionOf([first, ...others, ...onwardQueries(strapi, { id, publishedAt })]);
    }
  );

  const readBeside = async ({ id, publishedAt }: OwnRow): Promise<LinkedRow[]> =>
    toLinked(await queryBeside({ id, publishedAt: new Date(publishedAt) }));

  /** When files of these names in storage were changed last. */
  const readStamps = async (names: string[]): Promise<unknown[]> =>
    names.length === 0
      ? []
      : strapi.db
          .getConnection('files')
          .select('id', 'updated_at')
          .whereIn('hash', names)
          .orderBy('id');

  return async (slug: string): Promise<ReadWork | null> => {
    const [row] = await queryOwn({ slug });
    if (row === undefined) return null;
    const beside = await readBeside(row);

    const { id, ...own } = row;
    const work = await withSignedMedia<WorkInPlace>(strapi, {
      ...own,
      ...(await toExtras(strapi, [row], beside)).extrasOf(id),
      ...toNeighbours(beside),
      publishedAt: new Date(row.publishedAt),
      updatedAt: new Date(row.updatedAt),
    });
    if (await strapi.plugin('upload').provider.isPrivate()) return { work };

    const names = namesIn(strapi, row.body);
    const digest = digestOf(row, beside, await readStamps(names));
    const isStill = async (): Promise<boolean> => {
      const [[rowNow], besideNow, inTextNow] = await Promise.all([
        queryOwn({ slug }),
        readBeside(row),
        readStamps(names),
      ]);
      return rowNow !== undefined && digestOf(rowNow, besideNow, inTextNow) === digest;
    };
    return { work, isStill };
  };
};
