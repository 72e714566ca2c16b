import type {
  DeletedContent,
  DeletedPage,
  DeletedPublication,
  PanelPage,
} from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { botConfig } from '../../core/config';
import { FILE_UID } from '../../core/constants';
import { fromJson, toDate } from '../../core/database/connection';
import { documentExists, rowIdsOf } from '../../core/database/rows/existing-rows';
import { serviceOf } from '../../core/service';

import { createBodyForm, titleHas } from '../publications';

import { createQuarantine } from './files/quarantine';
import { TRASHED_FILE_UID, trashedFiles } from './files/trashed-file';
import { createMoveToTrash } from './move-to-trash';
import { createPurge } from './purge';
import { createRestore } from './restore';
import {
  findTrashed,
  TRASHED_PUBLICATION_UID,
  trashedPublications,
  type TrashedPublication,
} from './trashed-publication';
import { createFullDocument } from './full-document';

/** The content of a publication in the trash, and whether each of its files can be restored. */
export interface TrashedContent extends DeletedContent {
  slug: string | null;
}

const LISTED_AT_ONCE = 25;
/** Maximum number of files whose sizes are added up, newest first. */
const COUNTED = 5_000;
const COLUMNS = [
  'id',
  'document_id',
  'title',
  'was_public',
  'actor',
  'user_name',
  'trashed_at',
  'purge_at',
] as const;

const createList = (strapi: Core.Strapi) => {
  /** The end of the retention period of each publication's files. */
  const fileDates = async (publicationIds: string[]): Promise<Map<string, Date>> => {
    const rows = await trashedFiles(strapi)
      .select('publication_id', 'purge_at')
      .whereIn('publication_id', publicationIds)
      .orderBy('purge_at', 'desc');
    return new Map(rows.map((row) => [row.publication_id, toDate(row.purge_at)]));
  };

  const toListed = (
    row: Pick<TrashedPublication, (typeof COLUMNS)[number]>,
    filesPurgeAt: Date | undefined
  ): DeletedPublication => ({
    id: row.document_id,
    title: row.title,
    wasPublic: Boolean(row.was_public),
    who: row.actor,
    name: row.user_name,
    deletedAt: toDate(row.trashed_at).toISOString(),
    purgeAt: toDate(row.purge_at).toISOString(),
    filesPurgeAt: filesPurgeAt?.toISOString() ?? null,
  });

  /**
   * Lists restorable publications, last deleted first.
   * @param search a part of the title, or a whole id
   * @param before the row id of the last item of the previous page
   */
  return async (
    search: string | undefined,
    before: number | undefined
  ): Promise<PanelPage<DeletedPublication>> => {
    const newest = trashedPublications(strapi)
      .select(...COLUMNS)
      .orderBy('id', 'desc')
      .limit(LISTED_AT_ONCE + 1);
    if (before !== undefined) {
      void newest.where('id', '<', before);
    }
    if (search !== undefined) {
      void newest.where((either) =>
        either.where('document_id', search).orWhereRaw(...titleHas(search))
      );
    }
    const found = await newest;
    const page = found.slice(0, LISTED_AT_ONCE);
    const dates = await fileDates(page.map((row) => row.document_id));
    return {
      items: page.map((row) => toListed(row, dates.get(row.document_id))),
      next: found.length > LISTED_AT_ONCE ? (page.at(-1)?.id ?? null) : null,
    };
  };
};

/** Keeps deleted publications for some days, and restores them; see `docs/decisions/14-trash.md`. */
export const createTrashService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { attributes, contentType } = botConfig(strapi);
  const documents = createFullDocument(strapi);

  /** Total size of the newest files in the trash. Sums in code, because the database only has the files as JSON text. */
  const sizeOfFiles = async (): Promise<DeletedPage['files']> => {
    const rows = await trashedFiles(strapi).select('file').orderBy('id', 'desc').limit(COUNTED);
    const sizes = rows.map(({ file }) => Number(Reflect.get(fromJson(file), 'size') ?? 0));
    return { count: sizes.length, kilobytes: _.sum(sizes) };
  };

  return {
    sizeOfFiles,
    ...createPurge(strapi),
    restore: createRestore(strapi),
    keep: createMoveToTrash(strapi),
    quarantine: createQuarantine(strapi),
    list: createList(strapi),

    has: (documentId: string): Promise<boolean> =>
      documentExists(strapi, TRASHED_PUBLICATION_UID, documentId),

    /** The content of a publication in the trash, of its public version if it had one; undefined if it is not there. */
    async find(documentId: string): Promise<TrashedContent | undefined> {
      const row = await findTrashed(strapi, documentId);
      if (row === undefined) return undefined;
      const { rows } = fromJson(row.content);
      const lead = rows.find((one) => one.publishedAt != null) ?? rows[0] ?? {};
      const files = documents.filesIn(contentType, rows);
      const ids = files.map(({ id }) => id);
      const there = await rowIdsOf(strapi, FILE_UID, ids);
      const trashed = await rowIdsOf(strapi, TRASHED_FILE_UID, ids);
      return {
        title: row.title,
        body: await createBodyForm(strapi).toMarkdown(lead[attributes.body] ?? null),
        slug: (lead[attributes.slug] as string | undefined) ?? null,
        media: files.map((file) => ({
          ...file,
          isDeleted: !there.has(file.id) && !trashed.has(file.id),
        })),
      };
    },
  };
};

export const getTrashService = serviceOf<typeof createTrashService>('trash');
