import { markup, type Markup } from '../../../markup';
import { onDark, onLight } from '../../../site/colours';
import type { SiteBranding } from '../../../site/services/branding';
import type { StoredFile } from '../../services/stored-files';
import type { SiteView } from './site-view';

const referenceTo = (url: string, { address }: SiteView): string | null => {
  const target = address.resolve(url);
  return target && address.reference(target);
};

/** Links of the site's menu or footer, each after a space. Links with an invalid URL are left out. */
export const renderLinks = (site: SiteView, place: 'menu' | 'footer'): Markup[] =>
  (site.branding?.links ?? []).flatMap((link) => {
    const reference = link.place === place && referenceTo(link.url, site);
    return reference ? [markup` <a dir="auto" href="${reference}">${link.label}</a>`] : [];
  });

const renderLogo = ({ logo, logoDark }: SiteBranding, site: SiteView): Markup | false => {
  if (logo === null) return false;
  const dark = logoDark && referenceTo(logoDark.url, site);
  const { width, height } = logo;
  return markup`<picture>${dark && markup`<source media="(prefers-color-scheme: dark)" srcset="${dark}">`}<img src="${referenceTo(logo.url, site)}" alt="${site.name}"${
    width && height && markup` width="${width}" height="${height}"`
  }></picture>`;
};

/** Header of every page: logo or name, claim and menu. */
export const renderHeader = (site: SiteView): Markup => {
  const { branding, address, language } = site;
  const search =
    site.hasSearch &&
    markup` <a href="${address.path('/search')}">${language.translations.search}</a>`;
  const menu = [...renderLinks(site, 'menu'), ...(search ? [search] : [])];
  return markup`<header class="site"><a class="home" href="${address.path('/works')}" dir="auto">${
    (branding && renderLogo(branding, site)) || site.name
  }</a>${branding?.claim && markup`<p dir="auto">${branding.claim}</p>`}${
    menu.length > 0 && markup`<nav aria-label="${language.translations.pages}">${menu}</nav>`
  }</header>`;
};

/** Icon links for tabs and home screens, in the sizes that were created at the upload. */
export const renderIcons = (site: SiteView): Markup => {
  const icon = site.branding?.icon;
  const reference = (file: Pick<StoredFile, 'url'>) => referenceTo(file.url, site) ?? '';
  return icon
    ? markup`<link rel="icon" href="${reference(icon.formats?.thumbnail ?? icon)}">
<link rel="apple-touch-icon" href="${reference(icon.formats?.small ?? icon)}">`
    : markup`<link rel="icon" href="${site.address.path('/favicon.ico')}">`;
};

/** Style of the accent colour, adjusted to be readable on light and dark pages. */
export const accentStyle = (branding: SiteBranding | null): string =>
  branding?.accent
    ? `@media screen{:root{--accent:${onLight(branding.accent)}}}@media screen and (prefers-color-scheme:dark){:root{--accent:${onDark(branding.accent)}}}`
    : '';
