import type { Core } from '@strapi/strapi';

import { botConfig } from '../../core/config';
import { DAY_MILLISECONDS } from '../../core/constants';
import { knexOf, folderLinkTable } from '../../core/database/connection';
import { createRowInsert } from '../../core/database/statement';
import { getStorageAccess, quarantineName, quarantineNameOfFormat } from '../../core/storage';
import { createActorOf, isOwn } from '../../core/strapi/actor';
import { storedObjectsOf } from '../../core/strapi/uploads/stored-object';
import { detailsOf } from '../publications';
import { getRemovalQueueService } from '../removals';
import { versionSettings } from '../versions';

import { TRASHED_FILE_UID, type File, type KeptObject } from './files/trashed-file';
import { createFullDocument } from './full-document';
import { trashSettings } from './settings';
import { TRASHED_PUBLICATION_UID, type KeptPublication } from './trashed-publication';

/** Makes the function that moves a publication to the trash when it is deleted. */
export const createMoveToTrash = (strapi: Core.Strapi) => {
  const { contentType, attributes } = botConfig(strapi);
  const trash = trashSettings.of(strapi);
  const versions = versionSettings.of(strapi);
  const documents = createFullDocument(strapi);
  const actorOf = createActorOf(strapi);
  // Replaces an older row of the same id: the publication may have been deleted before and recreated
  // without the trash.
  const insertPublication = createRowInsert(strapi, TRASHED_PUBLICATION_UID, 'document_id');
  const insertFile = createRowInsert(strapi, TRASHED_FILE_UID);

  /**
   * Number of days to keep the text of a publication that is deleted now: the retention of the trash; for a deletion by
   * the bot or a worker, at least the retention of versions.
   */
  const daysOfText = (): number => Math.max(trash.days, isOwn(actorOf()) ? versions.days : 0);
  const after = (days: number, date = new Date()): Date =>
    new Date(date.getTime() + days * DAY_MILLISECONDS);

  /** Reads a publication with all of its content; undefined if nothing is to be kept. */
  const read = async (documentId: string): Promise<KeptPublication | undefined> => {
    const rows = daysOfText() === 0 ? [] : await documents.read(contentType, documentId);
    if (rows.length === 0) return undefined;
    const { externalId, publishAt, unpublishAt } = await detailsOf(strapi, documentId);
    return {
      rows,
      details: {
        externalId,
        publishAt: publishAt?.toISOString() ?? null,
        unpublishAt: unpublishAt?.toISOString() ?? null,
      },
    };
  };

  /** Stores a publication with the time of its permanent deletion, so that later changes of the setting do not affect it. */
  const write = async (documentId: string, content: KeptPublication): Promise<void> => {
    const { who, name, requestId } = actorOf();
    const title: unknown = content.rows[0]?.[attributes.title];
    const now = new Date();
    await insertPublication({
      document_id: documentId,
      title: typeof title === 'string' ? title : null,
      was_public: content.rows.some((one) => one.publishedAt != null),
      content: JSON.stringify(content),
      actor: who,
      user_name: name,
      request_id: requestId,
      trashed_at: now,
      purge_at: after(daysOfText(), now),
    });
  };

  const foldersOf = async (files: File[]): Promise<Map<number, number>> => {
    const ids = files.map(({ id }) => id);
    const rows: { file_id: number; folder_id: number }[] = await knexOf(strapi)(
      folderLinkTable(strapi)
    )
      .select('file_id', 'folder_id')
      .whereIn('file_id', ids);
    return new Map(rows.map((row) => [row.file_id, row.folder_id]));
  };

  /**
   * Queues the removal of a file's public bytes and returns its id; null for a storage that cannot copy, where the
   * bytes stay public.
   */
  const removeFromPublic = async (
    { provider }: File,
    kept: KeptObject[]
  ): Promise<number | null> => {
    if (getStorageAccess(strapi) === undefined) return null;
    const objects = kept.map(({ at }) => at);
    return (await getRemovalQueueService(strapi).add({ provider, objects })).id;
  };

  /** Moves files to the trash, in the transaction that deletes their rows. */
  const keepFiles = async (publicationId: string, files: File[]): Promise<void> => {
    const folders = await foldersOf(files);
    for (const file of files) {
      const original = quarantineName();
      const kept = storedObjectsOf(file).map((at, index): KeptObject => {
        const hash = index === 0 ? original : quarantineNameOfFormat(original, at.hash);
        return { at, aside: { hash, ext: at.ext, mime: at.mime } };
      });
      await insertFile({
        document_id: file.documentId,
        publication_id: publicationId,
        provider: file.provider,
        file: JSON.stringify(file),
        folder: folders.get(file.id) ?? null,
        kept: JSON.stringify(kept),
        is_quarantined: false,
        removal: await removeFromPublic(file, kept),
        purge_at: after(trash.days),
      });
    }
  };

  /**
   * Reads a publication before its deletion. Call it in the transaction of the deletion.
   * @returns a function to call after the deletion: it moves the publication to the trash, and returns a function that
   * moves files to the trash, or undefined if files are deleted at once
   */
  return async (documentId: string) => {
    const content = await read(documentId);
    return async (): Promise<((files: File[]) => Promise<void>) | undefined> => {
      if (content === undefined) return undefined;
      await write(documentId, content);
      return trash.days === 0 ? undefined : (files) => keepFiles(documentId, files);
    };
  };
};
