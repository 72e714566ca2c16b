import { generateAtomFeed, generateJsonFeed } from 'feedsmith';

import { printable } from '../../printable';
import type { SiteAddress } from '../../site-address';
import type { Medium, Picture } from '../page/media/medium';
import { describe } from '../page/text/description';
import { renderContent } from '../page/views/content';
import { inLanguageOf } from '../page/views/in-language-of';
import type { SiteView } from '../page/views/layout';
import { placeOf, type Group } from '../services/topics';
import type { PublishedWork } from '../services/whole-works';

/** A reader of feeds is on no host of ours: every address has to be whole. */
const withHosts = (address: SiteAddress): SiteAddress => ({
  ...address,
  reference: ({ href }) => href,
});

/** Never the address, which an editor may change (RFC 4151). */
const idOf = ({ documentId }: PublishedWork, address: SiteAddress): string =>
  `tag:${new URL(address.absolute('/')).hostname},2026:work:${documentId}`;

const isPicture = (medium: Medium): medium is Picture => medium.kind === 'picture';

const toEntry = async (work: PublishedWork, ofSite: SiteView) => {
  const view = inLanguageOf(work, ofSite);
  const address = withHosts(view.address);
  const url = view.address.absolute(`/works/${work.slug}`);
  const { markup, plain, media } = await renderContent(work, { ...view, address }, url);
  return {
    id: idOf(work, view.address),
    url,
    title: work.title,
    published: work.publishedAt,
    updated: work.updatedAt,
    summary: describe(work.excerpt || plain),
    author: work.authorName,
    tags: work.tags.map(({ name }) => name),
    language: view.language.tag,
    content: markup.source,
    image: media.find(isPicture)?.url,
    attachments: media.flatMap((medium) => (isPicture(medium) ? [] : [medium])),
  };
};

/** What a feed is made of. */
export interface FeedContent {
  /** The newest first. */
  works: readonly PublishedWork[];
  /** What the works have in common; all works if nothing. */
  group?: Group;
  /** When a work was last taken back, which changes a feed as well. */
  takenBackAt?: Date;
  view: SiteView;
  /** Address of a WebSub hub, or empty. */
  hub: string;
}

const placesOf = ({ address, name }: SiteView, group: Group | undefined) => {
  const list = group ? placeOf(group) : '/works';
  return {
    title: group ? `${group.name} · ${name}` : name,
    list: address.absolute(list),
    atom: address.absolute(`${list}/feed.xml`),
    json: address.absolute(`${list}/feed.json`),
  };
};

/** The works with all that they say, in Atom (RFC 4287). */
export const renderAtom = async ({
  works,
  group,
  takenBackAt,
  view,
  hub,
}: FeedContent): Promise<string> => {
  const { title: name, list, atom } = placesOf(view, group);
  const entries = await Promise.all(works.map((work) => toEntry(work, view)));
  const feed = generateAtomFeed(
    {
      id: list,
      xml: { lang: view.language.tag },
      title: { value: name },
      // A site without works has not changed since ever.
      updated: new Date(
        Math.max(Number(takenBackAt ?? 0), ...entries.map(({ updated }) => updated.getTime()))
      ),
      authors: [{ name: view.name }],
      links: [
        { rel: 'alternate', href: list },
        { rel: 'self', href: atom },
        ...(hub ? [{ rel: 'hub', href: hub }] : []),
      ],
      entries: entries.map(
        ({ id, url, title, published, updated, summary, content, ...entry }) => ({
          id,
          xml: { lang: entry.language },
          title: { value: title },
          ...(entry.author && { authors: [{ name: entry.author }] }),
          categories: entry.tags.map((term) => ({ term })),
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
  return printable(feed);
};

/** The same in JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export const renderJsonFeed = async ({ works, group, view, hub }: FeedContent): Promise<string> => {
  const { title: name, list, json } = placesOf(view, group);
  const entries = await Promise.all(works.map((work) => toEntry(work, view)));
  return JSON.stringify(
    generateJsonFeed(
      {
        title: name,
        home_page_url: list,
        feed_url: json,
        language: view.language.tag,
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
            language: entry.language,
            ...(entry.author && { authors: [{ name: entry.author }] }),
            ...(entry.tags.length > 0 && { tags: entry.tags }),
            ...(entry.image && { image: entry.image }),
            attachments: entry.attachments.map((attachment) => ({
              url: attachment.url,
              title: attachment.name,
              mime_type: attachment.mime,
              size_in_bytes: attachment.size,
              ...('duration' in attachment &&
                attachment.duration && { duration_in_seconds: Math.round(attachment.duration) }),
            })),
          })
        ),
      },
      { strict: true }
    )
  );
};
