import { markup } from '../markup';
import { renderLayout, type SiteView } from './layout';

/** What a reader sees at an address where nothing is published. */
export const renderNotFound = (site: SiteView): string =>
  renderLayout(site, {
    title: 'Page not found',
    main: markup`<h1>Page not found</h1>
<p>There is no work at this address. It may have been taken down, or the link may be mistyped.</p>
<p><a href="${site.address.path('/works')}">See what is published</a></p>`,
  });
