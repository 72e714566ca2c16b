import type { FoundWorks } from '../../services/search';
import { markup, type Markup } from '../../../markup';
import { createPlaceholders } from '../media/placeholders';
import { renderLayout, type Page } from './layout';
import type { SiteView } from './site-view';
import { renderItem } from './list';

/** Query of a search, and its results if there are any. */
export type Search = { text: string; page: number } & Partial<FoundWorks>;

const pathOf = (text: string, page: number): string =>
  `/search?q=${encodeURIComponent(text)}${page > 1 ? `&page=${page}` : ''}`;

/** Renders the search page. */
export const renderSearch = async (
  { text, page, works, marker, hasMore, isWhole = true }: Search,
  site: SiteView
): Promise<Page> => {
  const { address, language } = site;
  const { translations } = language;
  const placeholders = createPlaceholders();
  const items = await Promise.all(
    (works ?? []).map((work) => renderItem(work, site, placeholders, { marker }))
  );
  const list =
    items.length > 0
      ? markup`<ol class="works" role="list">\n${items}</ol>`
      : markup`<p>${translations.nothingFound}</p>`;
  const link = (to: number, label: string, attributes: Markup) =>
    markup`<a ${attributes} href="${address.path(pathOf(text, to))}">${label}</a>`;
  const main = markup`<h1>${translations.search}</h1>
<form class="search" role="search" action="${address.path('/search')}"><input type="search" name="q" value="${text}" aria-label="${translations.search}" required maxlength="200" dir="auto"><button>${translations.search}</button></form>
${!isWhole && markup`<p>${translations.notAllFound}</p>`}${works && list}${
    (hasMore || page > 1) &&
    markup`<nav class="pages" aria-label="${translations.pages}">${page > 1 && link(page - 1, translations.previous, markup`rel="prev"`)}${hasMore && link(page + 1, translations.next, markup`class="older" rel="next"`)}</nav>`
  }`;
  const about = {
    type: 'website',
    subject: `${translations.search} · ${site.name}`,
    description: '',
    url: address.absolute(text === '' ? '/search' : pathOf(text, page)),
    isHidden: true,
  } as const;
  const title = text === '' ? translations.search : `${text} · ${translations.search}`;
  return {
    ...renderLayout(site, { title, about, main, style: placeholders.style() }),
    hasForm: true,
  };
};

/** Renders the description from which browsers offer the search (https://github.com/dewitt/opensearch). */
export const renderOpenSearch = ({ name, address, language }: SiteView): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
${
  markup`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${[...name].slice(0, 16).join('')}</ShortName>
<Description>${language.translations.search}: ${name}</Description>
<Language>${language.tag}</Language>
<InputEncoding>UTF-8</InputEncoding>
<Url type="text/html" template="${address.absolute('/search')}?q={searchTerms}"/>
</OpenSearchDescription>`.source
}
`;
