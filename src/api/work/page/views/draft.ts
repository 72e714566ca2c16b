import { createHash } from 'node:crypto';

import type { WorkContent } from '../../services/whole-works';
import { Markup, markup } from '../../../markup';
import { renderContent } from './content';
import { inLanguageOf } from './in-language-of';
import { renderLayout, type Page, type SiteView } from './layout';
import { renderArticle } from './work';

/**
 * Reloads the page when Strapi's panel, which shows it in a frame, reports that the work was saved.
 * https://docs.strapi.io/cms/features/preview
 */
const script = `addEventListener('message', ({ source, data }) => {
  if (source === parent && data?.type === 'strapiUpdate') location.reload();
});`;

/** Hash for the security policy, so that browsers run the page's script. */
export const draftScriptHash = `sha256-${createHash('sha256').update(script).digest('base64')}`;

/** Renders a draft as readers would see it, with a notice that it is a draft; a full HTML document. */
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
