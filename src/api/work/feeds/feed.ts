import { generateAtomFeed, generateJsonFeed } from 'feedsmith';

import type { SiteAddress } from '../page/address';
import { describe } from '../page/description';
import type { Medium, Picture } from '../page/media';
import type { SiteView } from '../page/views/layout';
import { renderContent } from '../page/views/work';
import type { PublishedWork } from '../services/published';

/** A reader of feeds is on no host of ours: every address in a text has to be whole. */
const withHosts = (address: SiteAddress): SiteAddress => ({
  ...address,
  reference: ({ href }) => href,
});

/** Never the address, which an editor may change (RFC 4151). */
const idOf = ({ documentId }: PublishedWork, address: SiteAddress): string =>
  `tag:${new URL(address.absolute('/')).hostname},2026:work:${documentId}`;

const isPicture = (medium: Medium): medium is Picture => medium.kind === 'picture';

const toEntry = (work: PublishedWork, view: SiteView) => {
  const address = withHosts(view.address);
  const { markup, plain, media } = renderContent(work, { ...view, address });
  return {
    id: idOf(work, view.address),
    url: view.address.absolute(`/works/${work.slug}`),
    title: work.title,
    published: work.publishedAt,
    updated: work.updatedAt,
    summary: describe(plain),
    content: markup.source,
    image: media.find(isPicture)?.url,
    attachments: media.flatMap((medium) => (isPicture(medium) ? [] : [medium])),
  };
};

/** What a feed is made of. */
export interface FeedContent {
  /** The newest first. */
  works: readonly PublishedWork[];
  view: SiteView;
  /** Address of a WebSub hub, or empty. */
  hub: string;
}

const placesOf = ({ address }: SiteView) => ({
  list: address.absolute('/works'),
  atom: address.absolute('/works/feed.xml'),
  json: address.absolute('/works/feed.json'),
});

/** The works with all that they say, in Atom (RFC 4287). */
export const renderAtom = ({ works, view, hub }: FeedContent): string => {
  const { list, atom } = placesOf(view);
  const entries = works.map((work) => toEntry(work, view));
  return generateAtomFeed(
    {
      id: list,
      title: { value: view.name },
      // A site without works has not changed since ever.
      updated: new Date(Math.max(0, ...entries.map(({ updated }) => updated.getTime()))),
      authors: [{ name: view.name }],
      links: [
        { rel: 'alternate', href: list },
        { rel: 'self', href: atom },
        ...(hub ? [{ rel: 'hub', href: hub }] : []),
      ],
      entries: entries.map(
        ({ id, url, title, published, updated, summary, content, ...entry }) => ({
          id,
          title: { value: title },
          published,
          updated,
          ...(summary && { summary: { value: summary } }),
          content: { type: 'html', value: content },
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
};

/** The same in JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export const renderJsonFeed = ({ works, view, hub }: FeedContent): string => {
  const { list, json } = placesOf(view);
  const entries = works.map((work) => toEntry(work, view));
  return JSON.stringify(
    generateJsonFeed(
      {
        title: view.name,
        home_page_url: list,
        feed_url: json,
        ...(hub && { hubs: [{ type: 'WebSub', url: hub }] }),
        items: entries.map(
          ({ id, url, title, published, updated, summary, content, ...entry }) => ({
            id,
            url,
            title,
            date_published: published,
            date_modified: updated,
            ...(summary && { summary }),
            content_html: content,
            ...(entry.image && { image: entry.image }),
            attachments: entry.attachments.map((attachment) => ({
              url: attachment.url,
              title: attachment.name,
              mime_type: attachment.mime,
              size_in_bytes: attachment.size,
            })),
          })
        ),
      },
      { strict: true }
    )
  );
};
