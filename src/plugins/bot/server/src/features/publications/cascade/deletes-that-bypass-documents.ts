import type { Core, UID } from '@strapi/strapi';

import { getChangeRecorderService } from '../../changes';
import { isThere } from '../../../core/database/rows/existing-rows';
import { isWrittenAsDocument } from '../changes/writes';

import { followDeletion } from './follow-deletion';

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
