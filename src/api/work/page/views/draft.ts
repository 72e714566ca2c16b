import { createHash } from 'node:crypto';

import type { WorkContent } from '../../services/whole-works';
import { Markup, markup } from '../../../markup';
import { renderContent } from './content';
import { inLanguageOf } from './in-language-of';
import { renderLayout, type Page, type SiteView } from './layout';
import { renderArticle } from './work';

/**
 * Strapi's panel, which shows this page in a frame, says by a message when the work was saved.
 * https://docs.strapi.io/cms/features/preview
 */
const script = `addEventListener('message', ({ source, data }) => {
  if (source === parent && data?.type === 'strapiUpdate') location.reload();
});`;

/** What the security policy has to name for a browser to run the script of this page. */
export const draftScriptHash = `sha256-${createHash('sha256').update(script).digest('base64')}`;

/** A draft as readers would see it, with a line that says what it is; a whole HTML document. */
export const renderDraft = async (work: WorkContent, ofSite: SiteView): Promise<Page> => {
  const site = inLanguageOf(work, ofSite);
  const { words } = site.language;
  const content = await renderContent(work, site);
  const article = renderArticle(work.title, markup`${words.notPublished}`, content);
  return renderLayout(site, {
    title: `${words.draft}: ${work.title}`,
    head: markup`<meta name="robots" content="noindex, nofollow">
<script>${new Markup(script)}</script>`,
    main: markup`<p class="draft" role="note"><strong>${words.draft}</strong> ${words.draftText}</p>
${article}`,
    style: content.style,
  });
};
