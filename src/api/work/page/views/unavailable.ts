import { markup } from '../markup';
import { renderLayout, type SiteView } from './layout';

/** What a reader sees while what is published cannot be read. */
export const renderUnavailable = (site: SiteView): string =>
  renderLayout(site, {
    title: 'Back in a moment',
    main: markup`<h1>Back in a moment</h1>
<p>This page cannot be shown right now. Please try again in a moment.</p>`,
  });
