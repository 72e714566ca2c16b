import { markup } from '../../../markup';
import { renderLayout, type Page, type SiteView } from './layout';

/** What a reader sees at the address of a work that is not public any more. */
export const renderGone = (site: SiteView): Page => {
  const { words } = site.language;
  return renderLayout(site, {
    title: words.gone,
    main: markup`<h1>${words.gone}</h1>
<p>${words.goneText}</p>
<p><a href="${site.address.path('/works')}">${words.seeWorks}</a></p>`,
  });
};
