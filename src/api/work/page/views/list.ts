import { encodeCursor, type Position } from '../../services/cursor';
import type { ListedWork, ListPage } from '../../services/published';
import { placeOf, type Group } from '../../services/topics';
import { toMedium, type Picture } from '../media/medium';
import { describe } from '../text/description';
import { markup, type Markup } from '../../../markup';
import type { Words } from '../words/words';
import { inLanguageOf } from './in-language-of';
import { renderLayout, type Page, type SiteView } from './layout';
import { createPlaceholders, type Placeholders } from '../media/placeholders';
import { publishedOn } from './published-on';

const pictureOf = (work: ListedWork, site: SiteView): Picture | undefined =>
  [...(work.cover ? [work.cover] : []), ...work.media]
    .map((file) => toMedium(file, site.address))
    .find((medium): medium is Picture => medium.kind === 'picture');

const renderThumbnail = (
  { sources, url, placeholder }: Picture,
  placeholders: Placeholders
): Markup =>
  // The title beside it says what it leads to.
  markup`<img src="${sources[0]?.url ?? url}" alt="" loading="lazy" decoding="async" width="120" height="80"${
    placeholder && markup` class="${placeholders.classOf(placeholder)}"`
  }>`;

const renderItem = (work: ListedWork, site: SiteView, placeholders: Placeholders): Markup => {
  const picture = pictureOf(work, site);
  const { tag } = inLanguageOf(work, site).language;
  const lang = tag !== site.language.tag && markup` lang="${tag}"`;
  return markup`<li><div>
<h2 dir="auto"${lang}><a href="${site.address.path(`/works/${work.slug}`)}">${work.title}</a></h2>
<p class="when">${publishedOn(work.publishedAt, site.language)}</p>${
    work.excerpt &&
    markup`
<p class="excerpt" dir="auto"${lang}>${describe(work.excerpt)}</p>`
  }
</div>${picture && renderThumbnail(picture, placeholders)}</li>
`;
};

const titleOf = ({ kind, name }: Group, words: Words): string =>
  kind === 'authors' ? words.worksBy(name) : name;

/** One page of the list of published works. */
export interface WorkList {
  works: ListPage;
  /** Where it starts; null for the newest. */
  before: Position | null;
  /** Works of which; of all if none is named. */
  group?: Group;
  /** Search engines leave it out. */
  isHidden?: boolean;
}

/** The page of a list. */
export const renderList = (
  { works: { works, next }, before, group, isHidden }: WorkList,
  site: SiteView
): Page => {
  const placeholders = createPlaceholders();
  const { address } = site;
  const { words } = site.language;
  const list = group ? placeOf(group) : '/works';
  const title = group ? titleOf(group, words) : words.works;
  const subject = group ? `${title} · ${site.name}` : site.name;
  const feeds =
    group &&
    ['xml', 'json'].map(
      (format) =>
        markup`<link rel="alternate" type="application/${format === 'xml' ? 'atom+xml' : 'feed+json'}" title="${subject}" href="${address.path(`${list}/feed.${format}`)}">
`
    );
  const here = before ? `${list}?before=${encodeCursor(before)}` : list;
  const older = next && `${list}?before=${encodeCursor(next)}`;

  const head = markup`${feeds}${older && markup`<link rel="next" href="${address.absolute(older)}">\n`}`;
  const about = {
    type: 'website',
    subject,
    description: group ? words.publishedOnSite(title, site.name) : words.everythingOn(site.name),
    url: address.absolute(here),
    isHidden,
  } as const;

  const main = markup`${group ? markup`<h1 dir="auto">${title}</h1>` : markup`<h1>${words.works}</h1>`}
${
  works.length > 0
    ? markup`<ol class="works" role="list">\n${works.map((work) => renderItem(work, site, placeholders))}</ol>`
    : markup`<p>${before ? words.noOlderWorks : words.nothingYet}</p>`
}
${
  (before || older) &&
  markup`<nav class="pages" aria-label="${words.pages}">${before && markup`<a href="${address.path(list)}">${words.newestWorks}</a>`}${
    older &&
    markup`<a class="older" rel="next" href="${address.path(older)}">${words.olderWorks}</a>`
  }</nav>`
}`;

  return renderLayout(site, {
    title: before ? `${words.olderWorks}${group ? `: ${title}` : ''}` : title,
    about,
    head,
    main,
    style: placeholders.style(),
  });
};
