import type { PublishedWork, WorkContent } from '../../services/published';
import { describe } from '../description';
import { markup, type Markup } from '../markup';
import { renderText } from '../markdown';
import { toMedium, type Medium, type Picture } from '../media';
import { renderArticleData } from './article-data';
import { renderLayout, type SiteView } from './layout';
import { renderMedia, renderPicture } from './media';
import { publishedOn } from './published-on';

/** Previews ask for about 1200 pixels; some refuse a multi-megabyte original. */
const PREVIEW_WIDTH = 1200;

const renderPreviewImage = (picture: Picture, site: SiteView): Markup => {
  const source = picture.sources.filter(({ width }) => width <= PREVIEW_WIDTH).at(-1);
  const url = new URL(source?.url ?? picture.url, site.address.absolute('/')).href;
  const { width, height } = source ?? picture;
  return markup`<meta property="og:image" content="${url}">
${width && height && markup`<meta property="og:image:width" content="${width}">\n<meta property="og:image:height" content="${height}">\n`}${picture.alternativeText && markup`<meta property="og:image:alt" content="${picture.alternativeText}">\n`}`;
};

interface RenderedContent {
  /** Its text, and below that the media that do not stand in the text. */
  markup: Markup;
  /** The text of its paragraphs without any markup. */
  plain: string;
  media: readonly Medium[];
}

/** What a work says below its title. */
export const renderContent = (
  work: Pick<WorkContent, 'body' | 'media'>,
  { address, fileOrigins }: Pick<SiteView, 'address' | 'fileOrigins'>
): RenderedContent => {
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

  return {
    markup: markup`${text.markup.source && markup`<div class="text" dir="auto">\n${text.markup}</div>`}
${renderMedia(below, picturesInText)}`,
    plain: text.plain,
    media: media.map(({ medium }) => medium),
  };
};

/**
 * A work as readers see it.
 * @param when the line below its title
 */
export const renderArticle = (title: string, when: Markup, content: RenderedContent): Markup =>
  markup`<article>
<header><h1 dir="auto">${title}</h1>
<p class="when">${when}</p></header>
${content.markup}
</article>`;

/** The page of one published work, a whole HTML document. */
export const renderWork = (work: PublishedWork, site: SiteView): string => {
  const { address } = site;
  const content = renderContent(work, site);
  const url = address.absolute(`/works/${work.slug}`);
  const description = describe(content.plain);
  const preview = content.media.find(
    (medium): medium is Picture => medium.kind === 'picture' && medium.mime !== 'image/svg+xml'
  );

  const head = markup`${description && markup`<meta name="description" content="${description}">\n`}<link rel="canonical" href="${url}">
<meta property="og:type" content="article">
<meta property="og:site_name" content="${site.name}">
<meta property="og:title" content="${work.title}">
${description && markup`<meta property="og:description" content="${description}">\n`}<meta property="og:url" content="${url}">
<meta property="article:published_time" content="${work.publishedAt.toISOString()}">
<meta property="article:modified_time" content="${work.updatedAt.toISOString()}">
<link rel="alternate" type="text/markdown" href="${address.absolute(`/works/${work.slug}.md`)}">
${renderArticleData(work, { url, description, media: content.media, site })}
${preview && renderPreviewImage(preview, site)}<meta name="twitter:card" content="${preview ? 'summary_large_image' : 'summary'}">`;

  const main = renderArticle(work.title, publishedOn(work.publishedAt), content);
  return renderLayout(site, { title: work.title, head, main });
};
