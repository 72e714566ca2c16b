import type { Core } from '@strapi/strapi';

import { readExtras } from './extras';
import { CONTENT, type WorkContent } from './published';
import { FILE_FIELDS, withSignedMedia } from './readable-media';

const createDraftService = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** The draft that a signed token opens (see "Preview" in `docs/interface.md`), or null. */
  async findByToken(token: string): Promise<WorkContent | null> {
    const documentId: string | undefined = strapi.plugin('bot').service('preview').read(token);
    if (documentId === undefined) return null;
    const row: (WorkContent & { id: number }) | null = await strapi.db
      .query('api::work.work')
      .findOne({
        select: CONTENT,
        where: { documentId, publishedAt: null },
        populate: { media: { select: FILE_FIELDS } },
      });
    if (row === null) return null;
    const extras = (await readExtras(strapi, [row.id])).get(row.id);
    return withSignedMedia(strapi, { ...row, ...extras });
  },
});

export type DraftService = ReturnType<typeof createDraftService>;

export default createDraftService;
