import { markup } from '../../../markup';
import { renderLayout, type Page, type SiteView } from './layout';

/** What a reader sees while what is published cannot be read. */
export const renderUnavailable = (site: SiteView): Page => {
  const { words } = site.language;
  return renderLayout(site, {
    title: words.unavailable,
    main: markup`<h1>${words.unavailable}</h1>
<p>${words.unavailableText}</p>`,
  });
};
