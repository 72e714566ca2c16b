import type { Core } from '@strapi/strapi';

import type { WorkContent } from './published';
import { FILE_FIELDS, withSignedMedia } from './readable-media';

const createDraftService = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** The draft that a signed token opens (see "Preview" in `docs/interface.md`), or null. */
  async findByToken(token: string): Promise<WorkContent | null> {
    const documentId: string | undefined = strapi.plugin('bot').service('preview').read(token);
    if (documentId === undefined) return null;
    const row: WorkContent | null = await strapi.db.query('api::work.work').findOne({
      select: ['title', 'slug', 'body'],
      where: { documentId, publishedAt: null },
      populate: { media: { select: FILE_FIELDS } },
    });
    return row && withSignedMedia(strapi, row);
  },
});

export type DraftService = ReturnType<typeof createDraftService>;

export default createDraftService;
