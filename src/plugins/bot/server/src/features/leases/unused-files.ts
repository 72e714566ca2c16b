import type { FileInTexts, PanelPage, UnusedFile } from '@fleet-bot/protocol';
import type { Core } from '@strapi/strapi';
import createError from 'http-errors';

import { DAY_MILLISECONDS, FILE_UID } from '../../core/constants';
import { codeOf, protocolError } from '../../core/protocol/errors';
import { getMaterialLibraryService } from '../materials';

import { unusedUploadDays } from './settings';

const SHOWN = 25;
const NAMED = 5;

/** Lists unused files, newest first, and keeps or deletes them at the request of users. */
export const createUnusedFiles = (strapi: Core.Strapi) => {
  const files = () => strapi.db.query(FILE_UID);

  const unusedSinceOf = async (ids: string[]): Promise<Map<string, number>> => {
    const rows = (await files().findMany({
      select: ['documentId', 'botLeasedAt'] as never,
      where: { documentId: { $in: ids }, botLeasedAt: { $notNull: true } },
    })) as unknown as { documentId: string; botLeasedAt: number | string }[];
    return new Map(rows.map(({ documentId, botLeasedAt }) => [documentId, Number(botLeasedAt)]));
  };

  return {
    /** Lists unused files. @param before position after which the page starts */
    async list(before: number | undefined): Promise<PanelPage<UnusedFile>> {
      const { items, next } = await getMaterialLibraryService(strapi).list({
        attached: false,
        limit: SHOWN,
        cursor: before,
      });
      const unusedUploads = await unusedSinceOf(items.map(({ id }) => id));
      const days = unusedUploadDays.of(strapi);
      const removedAt = (id: string): string | null => {
        const unusedSince = unusedUploads.get(id);
        return unusedSince === undefined || days === 0
          ? null
          : new Date(unusedSince + days * DAY_MILLISECONDS).toISOString();
      };
      return {
        items: items.map((item) => ({ ...item, removedAt: removedAt(item.id) })),
        next: next ?? null,
      };
    },

    /** Lists files used only by their URL in texts, newest first. */
    async listInTexts(before: number | undefined): Promise<PanelPage<FileInTexts>> {
      const library = getMaterialLibraryService(strapi);
      const requested = { inTextsOnly: true, limit: SHOWN, cursor: before };
      const { items, next } = await library.list(requested);
      const withWorks: FileInTexts[] = [];
      for (const item of items) {
        const { uses } = await library.findOne(item.id);
        const works = uses.slice(0, NAMED).map(({ id, title }) => ({ id, title }));
        withWorks.push({ ...item, works });
      }
      return { items: withWorks, next: next ?? null };
    },

    /** Excludes a file from automatic deletion. @throws an `http-errors` error with 404 */
    async keep(documentId: string): Promise<void> {
      const data = { botLeasedAt: null } as never;
      const kept: unknown = await files().update({ where: { documentId }, data });
      if (kept === null) throw createError(404);
    },

    /**
     * Deletes an unused file.
     * @throws `material-not-found`; `material-in-use`, without the uses, which the user may not be allowed to read
     */
    async remove(documentId: string): Promise<void> {
      try {
        await getMaterialLibraryService(strapi).remove(documentId, () => Promise.resolve());
      } catch (error) {
        throw codeOf(error) === 'material-in-use' ? protocolError('material-in-use') : error;
      }
    },
  };
};
