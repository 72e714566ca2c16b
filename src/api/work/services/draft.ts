import type { Core } from '@strapi/strapi';

import { createWholeWorks, type WorkContent } from './whole-works';

const createDraftService = ({ strapi }: { strapi: Core.Strapi }) => ({
  /** The draft that a signed token opens (see "Preview" in `docs/interface.md`), or null. */
  async findByToken(token: string): Promise<WorkContent | null> {
    const documentId: string | undefined = strapi.plugin('bot').service('preview').read(token);
    return documentId === undefined ? null : createWholeWorks(strapi).findDraft(documentId);
  },
});

export type DraftService = ReturnType<typeof createDraftService>;

export default createDraftService;
