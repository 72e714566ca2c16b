import { generateAtomFeed, generateJsonFeed } from 'feedsmith';

import { printable } from '../../printable';
import type { SiteAddress } from '../../site-address';
import type { Medium, Picture } from '../page/media/medium';
import { describe } from '../page/text/description';
import { renderContent } from '../page/views/content';
import { withWorkLanguage } from '../page/views/work-language';
import type { SiteView } from '../page/views/site-view';
import { pathOf, type Group } from '../services/topics';
import type { PublishedWork } from '../services/full-works';

/** Variant of the site's URL helper that keeps the host in references, because feeds are read outside the site. */
const withHosts = (address: SiteAddress): SiteAddress => ({
  ...address,
  reference: ({ href }) => href,
});

/** Permanent id of a feed entry. Not based on the slug, which an editor may change (RFC 4151). */
const idOf = ({ documentId }: PublishedWork, address: SiteAddress): string =>
  `tag:${new URL(address.absolute('/')).hostname},2026:work:${documentId}`;

const isPicture = (medium: Medium): medium is Picture => medium.kind === 'picture';

const toEntry = async (work: PublishedWork, ofSite: SiteView) => {
  const view = withWorkLanguage(work, ofSite);
  const address = withHosts(view.address);
  const url = view.address.absolute(`/works/${work.slug}`);
  const { markup, plain, media } = await renderContent(work, { ...view, address }, url);
  return {
    work,
    id: idOf(work, view.address),
    url,
    summary: describe(work.excerpt || plain),
    tags: work.tags.map(({ name }) => name),
    language: view.language.tag,
    content: markup.source,
    image: media.find(isPicture)?.url,
    attachments: media.flatMap((medium) => (isPicture(medium) ? [] : [medium])),
  };
};

/** Data from which an Atom or JSON feed is rendered. */
export interface FeedContent {
  /** Works, newest first. */
  works: readonly PublishedWork[];
  /** Tag, category or author of the feed; undefined for all works. */
  group?: Group;
  /** Time of the last unpublish, which changes a feed too. */
  unpublishedAt?: Date;
  view: SiteView;
  /** URL of a WebSub hub, or an empty string. */
  hub: string;
}

const partsOf = async ({ works, group, view }: FeedContent) => {
  const { address, name } = view;
  const place = group ? pathOf(group) : '/works';
  return {
    title: group ? `${group.name} · ${name}` : name,
    list: address.absolute(place),
    addressAs: (format: 'xml' | 'json') => address.absolute(`${place}/feed.${format}`),
    entries: await Promise.all(works.map((work) => toEntry(work, view))),
  };
};

/** Renders a feed with full texts in Atom (RFC 4287). */
export const renderAtom = async (content: FeedContent): Promise<string> => {
  const { works, unpublishedAt, view, hub } = content;
  const { title, list, addressAs, entries } = await partsOf(content);
  // A feed without works gets a fixed date, the epoch.
  const changes = [unpublishedAt ?? 0, ...works.map(({ updatedAt }) => updatedAt)].map(Number);
  const feed = generateAtomFeed(
    {
      id: list,
      xml: { lang: view.language.tag },
      title: { value: title },
      updated: new Date(Math.max(...changes)),
      authors: [{ name: view.name }],
      links: [
        { rel: 'alternate', href: list },
        { rel: 'self', href: addressAs('xml') },
        ...(hub ? [{ rel: 'hub', href: hub }] : []),
      ],
      entries: entries.map(
        ({ work, id, url, summary, tags, language, content: text, ...entry }) => ({
          id,
          xml: { lang: language },
          title: { value: work.title },
          ...(work.authorName && { authors: [{ name: work.authorName }] }),
          categories: tags.map((term) => ({ term })),
          published: work.firstPublishedAt,
          updated: work.updatedAt,
          ...(summary && { summary: { value: summary } }),
          content: { type: 'html', value: text },
          links: [
            { rel: 'alternate', href: url },
            ...entry.attachments.map(({ url: href, name, mime: type, size: length }) => ({
              rel: 'enclosure',
              href,
              title: name,
              type,
              length,
            })),
          ],
        })
      ),
    },
    { strict: true }
  );
  return printable(feed);
};

/** Renders a feed with full texts in JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export const renderJsonFeed = async (content: FeedContent): Promise<string> => {
  const { view, hub } = content;
  const { title, list, addressAs, entries } = await partsOf(content);
  const feed = generateJsonFeed(
    {
      title,
      home_page_url: list,
      feed_url: addressAs('json'),
      language: view.language.tag,
      ...(hub && { hubs: [{ type: 'WebSub', url: hub }] }),
      items: entries.map(({ work, id, url, summary, tags, language, content: html, ...entry }) => ({
        id,
        url,
        title: work.title,
        date_published: work.firstPublishedAt,
        date_modified: work.updatedAt,
        ...(summary && { summary }),
        content_html: html,
        language,
        ...(work.authorName && { authors: [{ name: work.authorName }] }),
        ...(tags.length > 0 && { tags }),
        ...(entry.image && { image: entry.image }),
        attachments: entry.attachments.map((attachment) => ({
          url: attachment.url,
          title: attachment.name,
          mime_type: attachment.mime,
          size_in_bytes: attachment.size,
          ...('duration' in attachment &&
            attachment.duration && { duration_in_seconds: Math.round(attachment.duration) }),
        })),
      })),
    },
    { strict: true }
  );
  // The library omits an empty `items` list, which the format requires.
  return JSON.stringify(Object.assign({ items: [] }, feed));
};
