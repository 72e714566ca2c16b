import { Markup, markup, type MarkupValue } from '../../../markup';
import { printable } from '../../../printable';
import type { Picture } from '../media/medium';
import { copyToShare } from '../media/picture';
import { accentStyle, renderHeader, renderIcons, renderLinks } from './branding';
import type { SiteView } from './site-view';
import { style } from './style';

/** A full HTML document. */
export interface Page {
  html: string;
  /** CSS that only this page has; the content security policy must contain its hash. May be empty. */
  style: string;
  /** Whether the page has a form that sends its data to the site. */
  hasForm?: boolean;
}

/** Metadata of a page for search engines and link previews. */
export interface About {
  type: 'website' | 'article';
  /** Title in link previews. */
  subject: string;
  description: string;
  /** Absolute URL of the page. */
  url: string;
  /** Whether search engines must not index the page. */
  isHidden?: boolean;
  image?: Picture;
}

interface PageParts {
  /** Title of the window; the site's name is appended. */
  title: string;
  about?: About;
  /** Additional elements of the page's head. */
  head?: MarkupValue;
  main: Markup;
  /** Additional style sheet of the page. */
  style?: string;
}

const renderImage = (picture: Picture, site: SiteView): Markup => {
  const { url, width, height } = copyToShare(picture);
  return markup`<meta property="og:image" content="${new URL(url, site.address.absolute('/')).href}">
${width && height && markup`<meta property="og:image:width" content="${width}">\n<meta property="og:image:height" content="${height}">\n`}${picture.alternativeText && markup`<meta property="og:image:alt" content="${picture.alternativeText}">\n`}`;
};

const renderAbout = (
  { type, subject, description, url, isHidden, image: own }: About,
  site: SiteView,
  image = own ?? site.sharePicture
): Markup => markup`${isHidden && markup`<meta name="robots" content="noindex">\n`}${
  description && markup`<meta name="description" content="${description}">\n`
}<link rel="canonical" href="${url}">
<meta property="og:type" content="${type}">
<meta property="og:site_name" content="${site.name}">
<meta property="og:locale" content="${site.language.territory}">
<meta property="og:title" content="${subject}">
${description && markup`<meta property="og:description" content="${description}">\n`}<meta property="og:url" content="${url}">
${image && renderImage(image, site)}<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">
`;

/** Renders the `<link>` elements for the Atom and JSON feeds of a list of works. */
export const renderFeeds = (title: string, list: string, { address }: SiteView): Markup =>
  markup`<link rel="alternate" type="application/atom+xml" title="${title}" href="${address.path(`${list}/feed.xml`)}">
<link rel="alternate" type="application/feed+json" title="${title}" href="${address.path(`${list}/feed.json`)}">
`;

/** Renders a public page with the site's header and footer. */
export const renderLayout = (
  site: SiteView,
  { title, about, head, main, style: styleOfPage }: PageParts
): Page => {
  const ownStyle = [accentStyle(site.branding), styleOfPage].filter(Boolean).join('\n');
  const font = /url\((\S+\.woff2)\)/.exec(ownStyle)?.[1];
  const { tag, direction, translations } = site.language;
  const { source } = markup`<!doctype html>
<html lang="${tag}"${direction === 'rtl' && markup` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${site.name}</title>
${renderIcons(site)}
${font && markup`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>\n`}${renderFeeds(site.name, '/works', site)}${site.hasSearch && markup`<link rel="search" type="application/opensearchdescription+xml" title="${site.name}" href="${site.address.path('/opensearch.xml')}">\n`}${about && renderAbout(about, site)}${head}
<style>${new Markup(style)}</style>${ownStyle && markup`\n<style>${new Markup(ownStyle)}</style>`}
</head>
<body>
<a class="skip" href="#page:content">${translations.skip}</a>
${renderHeader(site)}
<main id="page:content" tabindex="-1">
${main}
</main>
<footer class="foot"><nav aria-label="${translations.site}"><a href="${site.address.path('/works')}">${translations.allWorks}</a> <a href="${site.address.path('/works/feed.xml')}">${translations.feed}</a>${renderLinks(site, 'footer')}</nav></footer>
</body>
</html>
`;
  // HTML forbids the same characters as XML.
  return { html: printable(source), style: ownStyle };
};
