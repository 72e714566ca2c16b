import type { Core } from '@strapi/strapi';

import { createResponder } from '../../work/page/respond';
import { renderDraft } from '../../work/page/views/draft';
import { createFullWorks, type WorkContent } from '../../work/services/full-works';

const EMPTY: WorkContent = {
  ...{ title: '', slug: '', excerpt: null, authorName: null, body: null, language: null },
  ...{ media: [], cover: null, inText: [], tags: [], category: null, seo: null },
};

/**
 * Fields of a work that the preview takes from the edit form of the panel; all other fields come from the saved draft.
 */
const TYPED = ['title', 'excerpt', 'authorName', 'body', 'language'] as const;

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /**
   * Renders a draft with the unsaved values of the form, for the preview in the panel.
   * @param documentId null for a work that was never saved
   * @returns HTML, or null if there is no such draft
   */
  async render(documentId: string | null, values: Record<string, string>): Promise<string | null> {
    const saved = documentId === null ? EMPTY : await createFullWorks(strapi).findDraft(documentId);
    if (saved === null) return null;
    const typed = Object.fromEntries(
      TYPED.filter((name) => values[name] !== undefined).map((name) => [name, values[name]])
    );
    const page = await renderDraft({ ...saved, ...typed }, await createResponder(strapi).view());
    return page.html;
  },
});
