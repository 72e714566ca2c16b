import type { SiteAddress } from '../address';
import { Html, html, type HtmlValue } from '../html';
import { style } from './style';

/** What every page knows of the site it belongs to. */
export interface SiteView {
  name: string;
  address: SiteAddress;
}

interface Page {
  /** Title of the window; the site's name is added to it. */
  title: string;
  /** What only this page has in its head. */
  head?: HtmlValue;
  main: Html;
}

/** The frame around every public page. Returns the whole document. */
export const renderLayout = (site: SiteView, { title, head, main }: Page): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${site.name}</title>
${head}
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="site"><a href="${site.address.path('/works')}" dir="auto">${site.name}</a></header>
<main id="content" tabindex="-1">
${main}
</main>
<footer class="foot"><nav aria-label="Site"><a href="${site.address.path('/works')}">All works</a></nav></footer>
</body>
</html>
`.source;
