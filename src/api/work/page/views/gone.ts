import { markup } from '../markup';
import { renderLayout, type SiteView } from './layout';

/** What a reader sees at the address of a work that is not public any more. */
export const renderGone = (site: SiteView): string =>
  renderLayout(site, {
    title: 'No longer here',
    main: markup`<h1>No longer here</h1>
<p>The work at this address has been taken down.</p>
<p><a href="${site.address.path('/works')}">See what is published</a></p>`,
  });
