import type { Core, UID } from '@strapi/strapi';

import { botConfig } from '../../../core/config';
import { isThere } from '../../../core/database/rows/existing-rows';
import { defineQuestion } from '../../../core/hooks';
import { isLocalized } from '../../../core/strapi/locales';
import type { WritePhases } from '../../../core/writes/phases';

import { getChangeRecorderService } from '../../changes';
import { getCascadeService, type FileKeeper } from '../../materials';
import { isWrittenAsDocument, entriesOf } from '../changes/writes';

/** Called once a publication is gone. @returns who keeps the files that go with it, if anybody does */
type KeepDeleted = () => Promise<FileKeeper | undefined>;

/** A publication is about to be deleted, in the transaction that deletes it: whether somebody keeps it. */
export const beforeDeletion = defineQuestion<string, Promise<KeepDeleted>>(
  async () => async () => undefined
);

/**
 * Looks at what goes with a publication, before it is deleted and in the same transaction.
 * @returns to be called when it is, or when a locale of it is: takes away its files
 */
const followDeletion = async (
  strapi: Core.Strapi,
  documentId: string
): Promise<(isGone: boolean) => Promise<void>> => {
  const cascade = getCascadeService(strapi);
  const files = await cascade.findLinkedFiles(documentId);
  const keep = await beforeDeletion.ask(strapi, documentId);
  return async (isGone) => {
    await cascade.removeUnlinked(files, isGone ? await keep() : undefined);
  };
};

/** What is to be done once no version of a document is left. */
type Follow = Awaited<ReturnType<typeof followDeletion>>;

/**
 * Lets files go with publications that are deleted past Strapi's document service, with `strapi.db.query`: by code
 * of the site, and by Strapi itself when it removes a locale. In the transaction of the deletion, which
 * `core/strapi/database/transactional-writes.ts` sees to. As long as a version is left, so are its files.
 */
export const followDeletesThatBypassDocuments = (strapi: Core.Strapi, uid: UID.Schema): void => {
  const look = async (where: unknown): Promise<Map<string, Follow>> => {
    const rows = (await strapi.db.query(uid).findMany({
      select: ['documentId'] as never,
      where: (where ?? {}) as never,
    })) as { documentId: string }[];
    const leaving = new Map<string, Follow>();
    for (const { documentId } of rows) {
      if (!leaving.has(documentId) && !isWrittenAsDocument(documentId)) {
        leaving.set(documentId, await followDeletion(strapi, documentId));
      }
    }
    return leaving;
  };

  const follow = async (leaving: Map<string, Follow>): Promise<void> => {
    for (const [documentId, followIt] of leaving) {
      if (!(await isThere(strapi, uid, documentId))) {
        await followIt(true);
      }
    }
  };

  const before = async (event: { params: { where?: unknown }; state: object }): Promise<void> => {
    const isTold = getChangeRecorderService(strapi).isToldElsewhere(event.params);
    event.state = { leaving: isTold ? new Map() : await look(event.params.where) };
  };
  const after = ({ state }: { state: object }): Promise<void> =>
    follow((state as { leaving: Map<string, Follow> }).leaving);

  strapi.db.lifecycles.subscribe({
    models: [uid],
    beforeDelete: before,
    afterDelete: after,
    beforeDeleteMany: before,
    afterDeleteMany: after,
  });
};

/**
 * The one place where every deletion by the document service passes: the bot's, an editor's, and an
 * editor's bulk delete. A database lifecycle would not do: those also fire when a version is
 * replaced on publish, unpublish and discard, and would take the media of a live work.
 */
export const createMediaCascade = (strapi: Core.Strapi): WritePhases => {
  const { contentType } = botConfig(strapi);
  const localized = isLocalized(strapi, contentType);

  return {
    async record({ action, params }) {
      if (action !== 'delete') {
        return undefined;
      }
      const documentId = String(params.documentId);
      const follow = await followDeletion(strapi, documentId);
      // Asked as the bot asks, Strapi takes all of it.
      const takesAll = !localized && Object.keys(params).join() === 'documentId';
      return async (result) =>
        follow(
          takesAll
            ? entriesOf(result).length > 0
            : !(await isThere(strapi, contentType, documentId))
        );
    },
  };
};
