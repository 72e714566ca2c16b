import { markup } from '../../../markup';
import { renderLayout, type Page } from './layout';
import type { SiteView } from './site-view';

const renderNotice = (site: SiteView, title: string, text: string, leadsOn = true): Page =>
  renderLayout(site, {
    title,
    main: markup`<h1>${title}</h1>
<p>${text}</p>${leadsOn && markup`\n<p><a href="${site.address.path('/works')}">${site.language.translations.seeWorks}</a></p>`}`,
  });

/** Page for an address without a published work. */
export const renderNotFound = (site: SiteView, { translations } = site.language): Page =>
  renderNotice(site, translations.notFound, translations.notFoundText);

/** Page for the address of a work that is no longer published. */
export const renderRemoved = (site: SiteView, { translations } = site.language): Page =>
  renderNotice(site, translations.removed, translations.removedText);

/** Page for a reader who searches too often. */
export const renderTooMany = (site: SiteView, { translations } = site.language): Page =>
  renderNotice(site, translations.tooMany, translations.tooManyText, false);

/** Page for times when the database cannot be read. */
export const renderUnavailable = (site: SiteView, { translations } = site.language): Page =>
  renderNotice(site, translations.unavailable, translations.unavailableText, false);
