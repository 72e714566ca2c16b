import type { LinkedWork } from '../../services/related-works';
import { pathOf } from '../../services/topics';
import type { WorkContent, WorkWithRelated } from '../../services/full-works';
import type { Picture } from '../media/medium';
import { createPlaceholders, type Placeholders } from '../media/placeholders';
import { pictureOf, renderThumbnail } from '../media/thumbnail';
import { describe } from '../text/description';
import { markup, type Markup } from '../../../markup';
import { renderArticleData } from './article-data';
import { renderContent, type RenderedContent } from './content';
import { withWorkLanguage } from './work-language';
import { renderLayout, type Page } from './layout';
import type { SiteView } from './site-view';
import { renderDate } from './published-on';

const DAY_MILLISECONDS = 24 * 60 * 60_000;

/**
 * Date of the first publication, and of the last change if that is more than a day later. The move of an older work to
 * this site is no change.
 */
const renderDates = (
  { firstPublishedAt, createdAt, updatedAt }: WorkWithRelated,
  { language }: SiteView
): Markup => {
  const original = Math.max(firstPublishedAt.getTime(), createdAt.getTime());
  const isLater = updatedAt.getTime() - original > DAY_MILLISECONDS;
  const changed =
    isLater && markup` · ${language.translations.changed} ${renderDate(updatedAt, language)}`;
  return markup`${renderDate(firstPublishedAt, language)}${changed}`;
};

/** Line below the title: date, author and category. */
const renderByline = (when: Markup, work: WorkContent, { address }: SiteView): Markup => {
  const { authorName, category } = work;
  const author =
    authorName &&
    markup` · <a rel="author" dir="auto" href="${address.path(pathOf({ kind: 'authors', slug: authorName }))}">${authorName}</a>`;
  const of =
    category?.slug &&
    markup` · <a dir="auto" href="${address.path(pathOf({ kind: 'categories', slug: category.slug }))}">${category.name}</a>`;
  return markup`${when}${author}${of}`;
};

const renderTags = ({ tags }: WorkContent, { address, language }: SiteView): Markup | null =>
  tags.length === 0
    ? null
    : markup`<nav class="tags" aria-label="${language.translations.tags}"><ul role="list">${tags.map(
        ({ name, slug }) =>
          markup`<li><a rel="tag" dir="auto" href="${address.path(pathOf({ kind: 'tags', slug }))}">${name}</a></li>`
      )}</ul></nav>`;

/** Links to related, newer and older works. */
const renderRelatedWorks = (
  work: WorkWithRelated,
  { address, language }: SiteView,
  placeholders: Placeholders
): Markup => {
  const { translations } = language;
  const link = ({ title, slug }: LinkedWork, attributes: Markup) =>
    markup`<a ${attributes} dir="auto" href="${address.path(`/works/${slug}`)}">${title}</a>`;
  const item = (other: WorkWithRelated['related'][number]): Markup => {
    const picture = pictureOf(other, address);
    return markup`<li><div><h3 dir="auto">${link(other, markup``)}</h3></div>${picture && renderThumbnail(picture, placeholders)}</li>`;
  };
  const { related, older, newer } = work;
  return markup`${
    related.length > 0 &&
    markup`<section class="related" aria-labelledby="page:related"><h2 id="page:related">${translations.related}</h2><ul class="works" role="list">${related.map(item)}</ul></section>`
  }${
    (older ?? newer) &&
    markup`<nav class="pages adjacent" aria-label="${translations.adjacent}">${
      newer && markup`<p><span>${translations.newer}</span> ${link(newer, markup`rel="next"`)}</p>`
    }${older && markup`<p class="older"><span>${translations.older}</span> ${link(older, markup`rel="prev"`)}</p>`}</nav>`
  }`;
};

/**
 * Renders a work as readers see it.
 * @param when line below the title
 */
export const renderArticle = (title: string, when: Markup, content: RenderedContent): Markup =>
  markup`<article>
<header><h1 dir="auto">${title}</h1>
<p class="when">${when}</p></header>
${content.markup}
</article>`;

/** Renders the page of a published work. */
export const renderWork = async (work: WorkWithRelated, ofSite: SiteView): Promise<Page> => {
  const site = withWorkLanguage(work, ofSite);
  const { address } = site;
  const content = await renderContent(work, site);
  const url = address.absolute(`/works/${work.slug}`);
  const { seo, excerpt, authorName, tags } = work;
  const description = describe(seo?.metaDescription || excerpt || content.plain);
  const title = seo?.metaTitle || work.title;
  const preview = content.media.find(
    (medium): medium is Picture => medium.kind === 'picture' && medium.mime !== 'image/svg+xml'
  );

  const head = markup`${authorName && markup`<meta name="author" content="${authorName}">\n`}<meta property="article:published_time" content="${work.firstPublishedAt.toISOString()}">
<meta property="article:modified_time" content="${work.updatedAt.toISOString()}">
${tags.map(({ name }) => markup`<meta property="article:tag" content="${name}">\n`)}<link rel="alternate" type="text/markdown" href="${address.absolute(`/works/${work.slug}.md`)}">
${renderArticleData(work, { url, description, media: content.media, site })}`;
  const about = {
    type: 'article',
    subject: title,
    description,
    url,
    isHidden: seo?.noIndex,
    image: preview,
  } as const;

  const when = renderByline(renderDates(work, site), work, site);
  const placeholders = createPlaceholders();
  const main = markup`${renderArticle(work.title, when, content)}
${renderTags(work, site)}${renderRelatedWorks(work, site, placeholders)}`;
  const ownStyle = [content.style, placeholders.style()].filter(Boolean).join('\n');
  return renderLayout(site, { title, about, head, main, style: ownStyle });
};
