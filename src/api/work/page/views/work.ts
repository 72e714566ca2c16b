import type { PublishedWork, WorkContent } from '../../services/published';
import { describe } from '../description';
import { markup, type Markup } from '../markup';
import { renderText } from '../markdown';
import { toMedium, type Medium, type Picture } from '../media';
import { renderLayout, type SiteView } from './layout';
import { renderMedia, renderPicture } from './media';
import { publishedOn } from './published-on';

/** Previews ask for about 1200 pixels; some refuse a multi-megabyte original. */
const PREVIEW_WIDTH = 1200;

const renderPreviewImage = (picture: Picture, site: SiteView): Markup => {
  const source = picture.sources.filter(({ width }) => width <= PREVIEW_WIDTH).at(-1);
  const url = new URL(source?.url ?? picture.url, site.address.absolute('/')).href;
  return markup`<meta property="og:image" content="${url}">
${picture.alternativeText && markup`<meta property="og:image:alt" content="${picture.alternativeText}">\n`}`;
};

interface Article {
  markup: Markup;
  /** The text of its paragraphs without any markup. */
  plain: string;
  media: readonly Medium[];
}

/**
 * What a work says, as readers see it.
 * @param when the line below its title
 */
export const renderArticle = (work: WorkContent, when: Markup, site: SiteView): Article => {
  const { address, fileOrigins } = site;
  const media = work.media.map((file) => ({
    medium: toMedium(file, address),
    address: address.resolve(file.storedUrl ?? file.url)?.href,
  }));

  // Images that stand in the text are not repeated below it.
  const shownInText = new Set<string>();
  let picturesInText = 0;
  const text = renderText(work.body ?? '', {
    address,
    image(source, alternativeText, title) {
      const target = address.resolve(source);
      if (!target || !(address.isOwn(target) || fileOrigins.includes(target.origin))) return null;
      picturesInText += 1;
      const lazy = picturesInText > 1;
      const own = media.find((entry) => entry.address === target.href)?.medium;
      if (own?.kind === 'picture') {
        shownInText.add(target.href);
        return renderPicture(
          { ...own, alternativeText: alternativeText || own.alternativeText },
          { lazy }
        );
      }
      return markup`<img src="${address.reference(target)}" alt="${alternativeText}"${title && markup` title="${title}"`}${
        lazy && markup` loading="lazy"`
      }>`;
    },
  });
  const below = media
    .filter((entry) => !entry.address || !shownInText.has(entry.address))
    .map(({ medium }) => medium);

  const article = markup`<article>
<header><h1 dir="auto">${work.title}</h1>
<p class="when">${when}</p></header>
${text.markup.source && markup`<div class="text" dir="auto">\n${text.markup}</div>`}
${renderMedia(below, picturesInText)}
</article>`;
  return { markup: article, plain: text.plain, media: media.map(({ medium }) => medium) };
};

/** The page of one published work, a whole HTML document. */
export const renderWork = (work: PublishedWork, site: SiteView): string => {
  const { address } = site;
  const article = renderArticle(work, publishedOn(work.publishedAt), site);
  const url = address.absolute(`/works/${work.slug}`);
  const description = describe(article.plain);
  const preview = article.media.find(
    (medium): medium is Picture => medium.kind === 'picture' && medium.mime !== 'image/svg+xml'
  );

  const head = markup`${description && markup`<meta name="description" content="${description}">\n`}<link rel="canonical" href="${url}">
<meta property="og:type" content="article">
<meta property="og:site_name" content="${site.name}">
<meta property="og:title" content="${work.title}">
${description && markup`<meta property="og:description" content="${description}">\n`}<meta property="og:url" content="${url}">
<meta property="article:published_time" content="${work.publishedAt.toISOString()}">
${preview && renderPreviewImage(preview, site)}<meta name="twitter:card" content="${preview ? 'summary_large_image' : 'summary'}">`;

  return renderLayout(site, { title: work.title, head, main: article.markup });
};
