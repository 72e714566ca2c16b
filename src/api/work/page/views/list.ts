import type { ListedWork, ListPage } from '../../services/published';
import { encodeCursor, type Position } from '../cursor';
import { html, type Html } from '../html';
import { foreignOrigins, toMedium, type Picture } from '../media';
import { renderLayout, type SiteView } from './layout';
import { publishedOn } from './published-on';
import type { RenderedPage } from './work';

const thumbnailOf = (work: ListedWork, site: SiteView): string | null => {
  const picture = work.media
    .map((file) => toMedium(file, site.address))
    .find((medium): medium is Picture => medium.kind === 'picture');
  return picture ? (picture.sources[0]?.url ?? picture.url) : null;
};

const renderItem = (work: ListedWork, site: SiteView): Html => {
  const thumbnail = thumbnailOf(work, site);
  return html`<li><div>
<h2 dir="auto"><a href="${site.address.path(`/works/${work.slug}`)}">${work.title}</a></h2>
<p class="when">${publishedOn(work.publishedAt)}</p>
</div>${
    // The title beside it says what it leads to.
    thumbnail && html`<img src="${thumbnail}" alt="" loading="lazy" decoding="async" width="120" height="80">`
  }</li>
`;
};

/** One page of the list of published works; `before` is where it starts, null for the newest. */
export const renderList = ({ works, next }: ListPage, before: Position | null, site: SiteView): RenderedPage => {
  const { address } = site;
  const list = '/works';
  const here = before ? `${list}?before=${encodeCursor(before)}` : list;
  const older = next && `${list}?before=${encodeCursor(next)}`;

  const head = html`<meta name="description" content="${`Everything published on ${site.name}, newest first`}">
<link rel="canonical" href="${address.absolute(here)}">
${older && html`<link rel="next" href="${address.absolute(older)}">\n`}<meta property="og:type" content="website">
<meta property="og:site_name" content="${site.name}">
<meta property="og:title" content="${site.name}">
<meta property="og:url" content="${address.absolute(here)}">`;

  const main = html`<h1>Works</h1>
${
  works.length > 0
    ? html`<ol class="works" role="list">\n${works.map((work) => renderItem(work, site))}</ol>`
    : html`<p>${before ? 'There are no older works.' : 'Nothing has been published yet.'}</p>`
}
${
  (before || older) &&
  html`<nav class="pages" aria-label="Pages">${before && html`<a href="${address.path(list)}">Newest works</a>`}${
    older && html`<a class="older" rel="next" href="${address.path(older)}">Older works</a>`
  }</nav>`
}`;

  return {
    html: renderLayout(site, { title: before ? 'Older works' : 'Works', head, main }),
    mediaOrigins: foreignOrigins(
      works.flatMap(({ media }) => media),
      address,
    ),
  };
};
