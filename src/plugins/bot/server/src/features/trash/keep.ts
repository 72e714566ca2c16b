import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { DAY_MILLISECONDS, TRASHED_FILE_UID } from '../../core/constants';
import { query, folderLinkTable } from '../../core/database/connection';
import { createRowInsert } from '../../core/database/statement';
import { getStorageAccess, secretName, secretNameOfFormat } from '../../core/storage';
import { createActorOf, isOwn } from '../../core/strapi/actor';
import { storedObjectsOf } from '../../core/strapi/uploads/stored-object';
import { detailsOf } from '../publications';
import { getRemovalQueueService } from '../removals';
import { versionSettings } from '../versions';

import type { File, KeptObject } from './files/trashed-file';
import { trashSettings } from './settings';
import { trashedPublications, type KeptPublication } from './trashed-publication';
import { createWholeDocument } from './whole-document';

/** The publication that files went with, and until when they can come back with it. */
export interface TrashedWith {
  publicationId: string;
  purgeAt: Date;
}

/** Keeps publications that are deleted. */
export const createKeep = (strapi: Core.Strapi) => {
  const { contentType, attributes } = botConfig(strapi);
  const trash = trashSettings.of(strapi);
  const versions = versionSettings.of(strapi);
  const documents = createWholeDocument(strapi);
  const actorOf = createActorOf(strapi);

  /** For how many days the text is kept of what is deleted now. Without a trash, what a person deletes is gone. */
  const daysOfText = (): number => Math.max(trash.days, isOwn(actorOf()) ? versions.days : 0);

  return {
    /** A publication as it stands, with all that it holds, before it is deleted; undefined if nothing is kept of it. */
    async read(documentId: string): Promise<KeptPublication | undefined> {
      if (daysOfText() === 0) {
        return undefined;
      }
      const { externalId, publishAt, unpublishAt } = await detailsOf(strapi, documentId);
      return {
        rows: await documents.read(contentType, documentId),
        details: {
          externalId,
          publishAt: publishAt?.toISOString() ?? null,
          unpublishAt: unpublishAt?.toISOString() ?? null,
        },
      };
    },

    /**
     * Keeps what was read, in the transaction of the deletion and after it. When it goes for good is written down with
     * it, so that another setting, of another instance or of tomorrow, does not change it.
     * @returns what its files are to be kept with; undefined if they go at once, and so if it was not there
     */
    async keep(documentId: string, content: KeptPublication): Promise<TrashedWith | undefined> {
      const [lead] = content.rows;
      if (lead === undefined) {
        return undefined;
      }
      const { who, name, requestId } = actorOf();
      const title: unknown = lead[attributes.title];
      const now = new Date();
      const after = (days: number): Date => new Date(now.getTime() + days * DAY_MILLISECONDS);
      const row = {
        document_id: documentId,
        title: typeof title === 'string' ? title : null,
        was_public: content.rows.some((one) => one.publishedAt != null),
        content: JSON.stringify(content),
        actor: who,
        user_name: name,
        request_id: requestId,
        trashed_at: now,
        purge_at: after(daysOfText()),
      };
      // One of that id may have been deleted before, and written anew past the trash.
      await query(strapi, (knex) =>
        trashedPublications(strapi, knex).insert(row).onConflict('document_id').merge()
      );
      return trash.days === 0
        ? undefined
        : { publicationId: documentId, purgeAt: after(trash.days) };
    },
  };
};

/** Keeps files that are deleted with a publication. */
export const createKeepFiles = (strapi: Core.Strapi) => {
  const insertRow = createRowInsert(strapi, TRASHED_FILE_UID);

  const foldersOf = async (files: File[]): Promise<Map<number, number>> => {
    const ids = files.map(({ id }) => id);
    const rows: { file_id: number; folder_id: number }[] = await query(strapi, (knex) =>
      knex(folderLinkTable(strapi)).select('file_id', 'folder_id').whereIn('file_id', ids)
    );
    return new Map(rows.map((row) => [row.file_id, row.folder_id]));
  };

  /** Storage that can only be written keeps the bytes at their public addresses. */
  const removeFromPublic = async (
    { provider }: File,
    kept: KeptObject[]
  ): Promise<number | null> =>
    getStorageAccess(strapi) === undefined
      ? null
      : (await getRemovalQueueService(strapi).add({ provider, objects: kept.map(({ at }) => at) }))
          .id;

  /**
   * Writes down files that are about to leave the Media Library. To be called in the transaction that
   * deletes their rows, before it.
   */
  return async (files: File[], { publicationId, purgeAt }: TrashedWith): Promise<void> => {
    const folders = await foldersOf(files);
    for (const file of files) {
      const original = secretName();
      const kept = storedObjectsOf(file).map((at, index): KeptObject => {
        const hash = index === 0 ? original : secretNameOfFormat(original, at.hash);
        return { at, aside: { hash, ext: at.ext, mime: at.mime } };
      });
      await insertRow({
        document_id: file.documentId,
        publication_id: publicationId,
        provider: file.provider,
        file: JSON.stringify(file),
        folder: folders.get(file.id) ?? null,
        kept: JSON.stringify(kept),
        is_quarantined: false,
        removal: await removeFromPublic(file, kept),
        purge_at: purgeAt,
      });
    }
  };
};
