import { markup } from '../../../markup';
import { renderLayout, type Page, type SiteView } from './layout';

/** What a reader sees at an address where nothing is published. */
export const renderNotFound = (site: SiteView): Page => {
  const { words } = site.language;
  return renderLayout(site, {
    title: words.notFound,
    main: markup`<h1>${words.notFound}</h1>
<p>${words.notFoundText}</p>
<p><a href="${site.address.path('/works')}">${words.seeWorks}</a></p>`,
  });
};
