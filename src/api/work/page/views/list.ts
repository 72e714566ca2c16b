import { encodeCursor, type Position } from '../../services/cursor';
import type { ListedWork, ListPage } from '../../services/published';
import type { Marker, Part } from '../../services/search';
import { pathOf, type CountedTopic, type Group } from '../../services/topics';
import { renderPicture } from '../media/picture';
import { describe } from '../text/description';
import { markup, type Markup, type MarkupValue } from '../../../markup';
import type { Translations } from '../translations/en';
import { beginningOf } from './content';
import { withWorkLanguage } from './work-language';
import { renderFeeds, renderLayout, type Page } from './layout';
import type { SiteView } from './site-view';
import { createPlaceholders, type Placeholders } from '../media/placeholders';
import { pictureOf, renderThumbnail } from '../media/thumbnail';
import { renderDate } from './published-on';

/**
 * Reading speed in characters per minute. In Chinese, Japanese and Korean, one character carries more text, so the
 * number is lower.
 */
const READ_IN_A_MINUTE = 1200;
const READ_OF_DENSE = 400;
const DENSE = /^(?:zh|ja|ko)/;

const renderFacts = (work: ListedWork, site: SiteView): Markup => {
  const { language } = site;
  const pace = DENSE.test(withWorkLanguage(work, site).language.tag)
    ? READ_OF_DENSE
    : READ_IN_A_MINUTE;
  const minutes = Math.max(1, Math.round(work.length / pace));
  const facts = [
    work.authorName && markup`<span dir="auto">${work.authorName}</span>`,
    work.category && markup`<span dir="auto">${work.category.name}</span>`,
    work.length > 0 && language.number(minutes, { style: 'unit', unit: 'minute' }),
  ];
  return markup`<p class="when">${renderDate(work.firstPublishedAt, language)}${facts.map(
    (fact) => fact && markup` · ${fact}`
  )}</p>`;
};

const marked = (parts: readonly Part[]): Markup =>
  markup`${parts.map(({ text, isFound }) => (isFound ? markup`<mark>${text}</mark>` : text))}`;

/**
 * Length in characters of the passage around the first match, from which the excerpt of a search result is made. At
 * most `LENGTH_BEFORE_MATCH` of these characters precede the match.
 */
const PASSAGE_LENGTH = 700;
const LENGTH_BEFORE_MATCH = 200;

/**
 * Excerpt of a work in a list. In a search: the text around the matches. Else the excerpt that an editor wrote, or the
 * beginning of the text.
 */
const excerptOf = async (
  work: ListedWork,
  site: SiteView,
  marker?: Marker
): Promise<MarkupValue> => {
  const { excerpt, start } = work;
  if (!marker) return describe(excerpt || (await beginningOf(start, site)));
  const passage = marker.around(
    `${excerpt ?? ''}\n\n${start}`,
    LENGTH_BEFORE_MATCH,
    PASSAGE_LENGTH
  );
  return marked(marker.excerpt(await beginningOf(passage.trim(), site)));
};

interface ItemOptions {
  /** Whether the work is shown large. */
  isLead?: boolean;
  /** Marker of the searched words; undefined outside a search. */
  marker?: Marker;
}

/** Renders a work in a list. */
export const renderItem = async (
  work: ListedWork,
  site: SiteView,
  placeholders: Placeholders,
  { isLead = false, marker }: ItemOptions
): Promise<Markup> => {
  const picture = pictureOf(work, site.address);
  const { tag } = withWorkLanguage(work, site).language;
  const lang = tag !== site.language.tag && markup` lang="${tag}"`;
  const excerpt = await excerptOf(work, site, marker);
  const title = marker ? marked(marker.mark(work.title)) : work.title;
  const lead =
    isLead &&
    picture &&
    renderPicture({ ...picture, alternativeText: '' }, { lazy: false, placeholders });
  return markup`<li${isLead && markup` class="lead"`}>${lead}<div>
<h2 dir="auto"${lang}><a href="${site.address.path(`/works/${work.slug}`)}">${title}</a></h2>
${renderFacts(work, site)}${
    excerpt &&
    markup`
<p class="excerpt" dir="auto"${lang}>${excerpt}</p>`
  }
</div>${!isLead && picture && renderThumbnail(picture, placeholders)}</li>
`;
};

const renderTopics = (topics: readonly CountedTopic[], { address, language }: SiteView): Markup =>
  markup`<nav class="tags" aria-label="${language.translations.tags}"><ul role="list">${topics.map(
    ({ name, slug, works }) =>
      markup`<li><a dir="auto" href="${address.path(pathOf({ kind: 'tags', slug }))}">${name} <span>${language.number(works, {})}</span></a></li>`
  )}</ul></nav>`;

const titleOf = ({ kind, name }: Group, translations: Translations): string =>
  kind === 'authors' ? translations.worksBy(name) : name;

/** Data of one page in the list of published works. */
export interface WorkList {
  works: ListPage;
  /** Start position; null for the newest works. */
  before: Position | null;
  /** Tag, category or author of the list; undefined for all works. */
  group?: Group;
  /** Whether search engines must not index the page. */
  isHidden?: boolean;
  /** Most used tags. Set only on the first page of all works, which also shows the newest work large. */
  topics?: readonly CountedTopic[];
}

/** Renders one page of a list of works: all works, or the works of a tag, category or author. */
export const renderList = async (
  { works: { works, next }, before, group, isHidden, topics }: WorkList,
  site: SiteView
): Promise<Page> => {
  const placeholders = createPlaceholders();
  const { address } = site;
  const { translations } = site.language;
  const list = group ? pathOf(group) : '/works';
  const title = group ? titleOf(group, translations) : translations.works;
  const subject = group ? `${title} · ${site.name}` : site.name;
  const here = before ? `${list}?before=${encodeCursor(before)}` : list;
  const older = next && `${list}?before=${encodeCursor(next)}`;

  const head = markup`${group && renderFeeds(subject, list, site)}${older && markup`<link rel="next" href="${address.absolute(older)}">\n`}`;
  const about = {
    type: 'website',
    subject,
    description: group
      ? translations.publishedOnSite(title, site.name)
      : translations.everythingOn(site.name),
    url: address.absolute(here),
    isHidden,
  } as const;

  const items = await Promise.all(
    works.map((work, index) =>
      renderItem(work, site, placeholders, { isLead: topics !== undefined && index === 0 })
    )
  );
  const main = markup`<h1${group && markup` dir="auto"`}>${title}</h1>
${
  works.length > 0
    ? markup`<ol class="works" role="list">\n${items}</ol>`
    : markup`<p>${before ? translations.noOlderWorks : translations.nothingYet}</p>`
}
${
  (before || older) &&
  markup`<nav class="pages" aria-label="${translations.pages}">${before && markup`<a href="${address.path(list)}">${translations.newestWorks}</a>`}${
    older &&
    markup`<a class="older" rel="next" href="${address.path(older)}">${translations.olderWorks}</a>`
  }</nav>`
}${topics && topics.length > 0 && renderTopics(topics, site)}`;

  return renderLayout(site, {
    title: before ? `${translations.olderWorks}${group ? `: ${title}` : ''}` : title,
    about,
    head,
    main,
    style: placeholders.style(),
  });
};
