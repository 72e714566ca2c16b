import type { Core } from '@strapi/strapi';
import _ from 'lodash';

import { getChangeRecorderService } from '../changes';
import { botConfig } from '../../core/config';
import { FILE_UID } from '../../core/constants';
import { fromJson, toDate, transaction } from '../../core/database/connection';
import { documentExists, rowIdsOf } from '../../core/database/rows/existing-rows';
import { holdLock } from '../../core/database/locks';
import {
  areEditorsProtected,
  withExternalId,
  readPublication,
  type FoundPublication,
  STATUS_ATTRIBUTE,
} from '../publications';
import type { RecordResult } from '../../core/protocol/send';
import { protocolError } from '../../core/protocol/errors';
import { createActorOf } from '../../core/strapi/actor';

import { createFileRestore, type ReadyFile } from './files/restore';
import {
  findTrashed,
  trashedPublications,
  type KeptPublication,
  type TrashedPublication,
} from './trashed-publication';
import { createFullDocument } from './full-document';
import { createDocumentRestore } from './restore-document';

/**
 * Turns the content of a deleted publication into that of a draft, because readers should not see a page without its
 * files.
 */
const asDraft = ({ rows, details }: KeptPublication): KeptPublication => ({
  rows: rows
    .filter((row) => row.publishedAt == null)
    .map((row) =>
      row[STATUS_ATTRIBUTE] === 'published' ? { ...row, [STATUS_ATTRIBUTE]: 'draft' } : row
    ),
  details,
});

/** Makes the function that restores a publication from the trash. */
export const createRestore = (strapi: Core.Strapi) => {
  const { contentType } = botConfig(strapi);
  const documents = createFullDocument(strapi);
  const actorOf = createActorOf(strapi);
  const writeAgain = createDocumentRestore(strapi);
  const files = createFileRestore(strapi);

  const deletedFilesOf = async (content: KeptPublication): Promise<string[]> => {
    const ids = documents.filesIn(contentType, content.rows).map(({ id }) => id);
    const living = await rowIdsOf(strapi, FILE_UID, ids);
    // Sorted, so that concurrent restores cannot deadlock.
    return ids.filter((id) => !living.has(id)).sort();
  };

  const assertNotDeletedByEditor = ({
    actor,
    user_name: name,
    trashed_at: at,
  }: TrashedPublication): void => {
    const isBot = actorOf().who === 'bot';
    if (isBot && actor === 'editor' && areEditorsProtected.resolve(strapi)) {
      throw protocolError('changed-by-editor', {
        message: 'An editor has deleted the publication. Only an editor can restore it',
        details: { changedAt: toDate(at).toISOString(), changedBy: name },
      });
    }
  };

  const restoreWith = async (
    documentId: string,
    ready: ReadyFile[],
    record: RecordResult<FoundPublication>
  ): Promise<FoundPublication> => {
    await holdLock(strapi, 'document', documentId);
    const row = await findTrashed(strapi, documentId);
    if (row !== undefined && !(await documentExists(strapi, contentType, documentId))) {
      assertNotDeletedByEditor(row);
      const content = fromJson(row.content);
      const deletedFiles = await deletedFilesOf(content);
      const needed = ready.filter(({ trashed: { documentId: id } }) => deletedFiles.includes(id));
      if (!(await files.areAll(needed, deletedFiles))) {
        throw protocolError('storage-unavailable', {
          message: 'A file of this publication has just been deleted. Try again later',
        });
      }
      // Restored in the order of their original ids.
      for (const file of _.sortBy(needed, 'trashed.file.id')) {
        await files.restore(file);
      }
      await trashedPublications(strapi).where({ document_id: documentId }).delete();
      await writeAgain(
        documentId,
        needed.length < deletedFiles.length ? asDraft(content) : content
      );
    }
    const publication = await readPublication(strapi, documentId);
    await record(publication);
    return publication;
  };

  /**
   * Restores a publication with its id, files and dates. A published publication is published again, or restored as a
   * draft if some of its files were permanently deleted. Does nothing if the publication exists. A slug that is taken
   * now gets a suffix, and a taken external id is dropped.
   * @throws `publication-not-found`; `changed-by-editor` if the bot restores a publication that an editor has deleted,
   * and editors are protected; `storage-unavailable`, `storage-timeout`, `bytes-missing`
   */
  return async (
    documentId: string,
    record: RecordResult<FoundPublication> = async () => undefined
  ): Promise<FoundPublication> => {
    const row = await findTrashed(strapi, documentId);
    const content = row && fromJson(row.content);
    if (row !== undefined) assertNotDeletedByEditor(row);
    const ready = await files.makeReady(content ? await deletedFilesOf(content) : []);
    try {
      return await withExternalId(strapi, content?.details.externalId, documentId, () =>
        transaction(strapi, () =>
          getChangeRecorderService(strapi).recordAtEnd(() => restoreWith(documentId, ready, record))
        )
      );
    } finally {
      // Restored files are no longer in the table; all others are released.
      await files.release(ready);
    }
  };
};
