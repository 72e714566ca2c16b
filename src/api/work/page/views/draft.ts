import { createHash } from 'node:crypto';

import type { WorkContent } from '../../services/full-works';
import { Markup, markup } from '../../../markup';
import { renderContent } from './content';
import { withWorkLanguage } from './work-language';
import { renderLayout, type Page } from './layout';
import type { SiteView } from './site-view';
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
  const site = withWorkLanguage(work, ofSite);
  const { translations } = site.language;
  const content = await renderContent(work, site);
  const article = renderArticle(work.title, markup`${translations.notPublished}`, content);
  return renderLayout(site, {
    title: `${translations.draft}: ${work.title}`,
    head: markup`<meta name="robots" content="noindex, nofollow">
<script>${new Markup(script)}</script>`,
    main: markup`<p class="draft" role="note"><strong>${translations.draft}</strong> ${translations.draftText}</p>
${article}`,
    style: content.style,
  });
};
