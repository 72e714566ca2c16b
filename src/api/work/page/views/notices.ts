import { markup } from '../../../markup';
import { renderLayout, type Page, type SiteView } from './layout';

const renderNotice = (site: SiteView, title: string, text: string, leadsOn = true): Page =>
  renderLayout(site, {
    title,
    main: markup`<h1>${title}</h1>
<p>${text}</p>${leadsOn && markup`\n<p><a href="${site.address.path('/works')}">${site.language.words.seeWorks}</a></p>`}`,
  });

/** What a reader sees at an address where nothing is published. */
export const renderNotFound = (site: SiteView, { words } = site.language): Page =>
  renderNotice(site, words.notFound, words.notFoundText);

/** What a reader sees at the address of a work that is not public any more. */
export const renderGone = (site: SiteView, { words } = site.language): Page =>
  renderNotice(site, words.gone, words.goneText);

/** What a reader sees who searches too often. */
export const renderTooMany = (site: SiteView, { words } = site.language): Page =>
  renderNotice(site, words.tooMany, words.tooManyText, false);

/** What a reader sees while what is published cannot be read. */
export const renderUnavailable = (site: SiteView, { words } = site.language): Page =>
  renderNotice(site, words.unavailable, words.unavailableText, false);
