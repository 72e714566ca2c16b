import type { ListedWork, ListPage } from '../../services/published';
import { encodeCursor, type Position } from '../cursor';
import { markup, type Markup } from '../markup';
import { toMedium, type Picture } from '../media';
import { renderLayout, type SiteView } from './layout';
import { publishedOn } from './published-on';

const thumbnailOf = (work: ListedWork, site: SiteView): string | null => {
  const picture = work.media
    .map((file) => toMedium(file, site.address))
    .find((medium): medium is Picture => medium.kind === 'picture');
  return picture ? (picture.sources[0]?.url ?? picture.url) : null;
};

const renderItem = (work: ListedWork, site: SiteView): Markup => {
  const thumbnail = thumbnailOf(work, site);
  return markup`<li><div>
<h2 dir="auto"><a href="${site.address.path(`/works/${work.slug}`)}">${work.title}</a></h2>
<p class="when">${publishedOn(work.publishedAt)}</p>
</div>${
    // The title beside it says what it leads to.
    thumbnail &&
    markup`<img src="${thumbnail}" alt="" loading="lazy" decoding="async" width="120" height="80">`
  }</li>
`;
};

/** One page of the list of published works; `before` is where it starts, null for the newest. */
export const renderList = (
  { works, next }: ListPage,
  before: Position | null,
  site: SiteView
): string => {
  const { address } = site;
  const list = '/works';
  const here = before ? `${list}?before=${encodeCursor(before)}` : list;
  const older = next && `${list}?before=${encodeCursor(next)}`;

  const head = markup`<meta name="description" content="${`Everything published on ${site.name}, newest first`}">
<link rel="canonical" href="${address.absolute(here)}">
${older && markup`<link rel="next" href="${address.absolute(older)}">\n`}<meta property="og:type" content="website">
<meta property="og:site_name" content="${site.name}">
<meta property="og:title" content="${site.name}">
<meta property="og:url" content="${address.absolute(here)}">`;

  const main = markup`<h1>Works</h1>
${
  works.length > 0
    ? markup`<ol class="works" role="list">\n${works.map((work) => renderItem(work, site))}</ol>`
    : markup`<p>${before ? 'There are no older works.' : 'Nothing has been published yet.'}</p>`
}
${
  (before || older) &&
  markup`<nav class="pages" aria-label="Pages">${before && markup`<a href="${address.path(list)}">Newest works</a>`}${
    older && markup`<a class="older" rel="next" href="${address.path(older)}">Older works</a>`
  }</nav>`
}`;

  return renderLayout(site, { title: before ? 'Older works' : 'Works', head, main });
};
