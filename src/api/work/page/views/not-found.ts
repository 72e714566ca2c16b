import { html } from '../html';
import { renderLayout, type SiteView } from './layout';
import type { RenderedPage } from './work';

/** What a reader sees at an address where nothing is published. */
export const renderNotFound = (site: SiteView): RenderedPage => ({
  html: renderLayout(site, {
    title: 'Page not found',
    main: html`<h1>Page not found</h1>
<p>There is no work at this address. It may have been taken down, or the link may be mistyped.</p>
<p><a href="${site.address.path('/works')}">See what is published</a></p>`,
  }),
  mediaOrigins: [],
});
