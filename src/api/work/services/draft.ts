import type { Core } from '@strapi/strapi';

import { readExtras, type Extras } from './extras';
import { CONTENT, type WorkContent } from './published';
import { withSignedMedia } from './readable-media';

const createDraftService = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** The draft that a signed token opens (see "Preview" in `docs/interface.md`), or null. */
  async findByToken(token: string): Promise<WorkContent | null> {
    const documentId: string | undefined = strapi.plugin('bot').service('preview').read(token);
    if (documentId === undefined) return null;
    const row: (Omit<WorkContent, keyof Extras> & { id: number }) | null = await strapi.db
      .query('api::work.work')
      .findOne({
        select: CONTENT,
        where: { documentId, publishedAt: null },
      });
    if (row === null) return null;
    const extras = await readExtras(strapi, [row]);
    return withSignedMedia<WorkContent>(strapi, { ...row, ...extras.extrasOf(row.id) });
  },
});

export type DraftService = ReturnType<typeof createDraftService>;

export default createDraftService;
