import type { PublishedWork } from '../../services/full-works';
import { pathOf } from '../../services/topics';
import type { Medium, Picture, Player } from '../media/medium';
import { widestCopy } from '../media/picture';
import { Markup } from '../../../markup';
import type { SiteView } from './site-view';
import { isoDuration } from './playing-time';

const toImage = (picture: Picture, site: SiteView) => {
  const { caption, alternativeText } = picture;
  const { url, width, height } = widestCopy(picture);
  return {
    '@type': 'ImageObject',
    url: new URL(url, site.address.absolute('/')).href,
    ...(width && height && { width, height }),
    ...((caption || alternativeText) && { caption: caption || alternativeText }),
  };
};

interface Described {
  url: string;
  description: string;
  media: readonly Medium[];
  site: SiteView;
}

/**
 * Renders the metadata of a work for machines: JSON-LD with schema.org types. It is a data block that no browser runs,
 * so the security policy does not apply to it.
 */
export const renderArticleData = (
  work: PublishedWork,
  { url, description, media, site }: Described
): Markup => {
  const absolute = (address: string) => new URL(address, site.address.absolute('/')).href;
  const recordingOf = ({ caption, title, url: played, width, height, duration }: Player) => ({
    name: caption || title,
    contentUrl: absolute(played),
    ...(width && height && { width, height }),
    ...(duration && { duration: isoDuration(duration) }),
  });
  const images = media.flatMap((medium) =>
    medium.kind === 'picture' ? [toImage(medium, site)] : []
  );
  const videos = media.flatMap((medium) =>
    medium.kind === 'video'
      ? {
          '@type': 'VideoObject',
          ...recordingOf(medium),
          ...(medium.poster !== undefined && { thumbnailUrl: absolute(medium.poster) }),
          uploadDate: work.firstPublishedAt.toISOString(),
        }
      : []
  );
  const sounds = media.flatMap((medium) =>
    medium.kind === 'audio'
      ? { '@type': 'AudioObject', ...recordingOf(medium), encodingFormat: medium.mime }
      : []
  );
  const article = {
    '@type': 'Article',
    headline: work.title,
    inLanguage: site.language.tag,
    mainEntityOfPage: url,
    url,
    datePublished: work.firstPublishedAt.toISOString(),
    dateModified: work.updatedAt.toISOString(),
    publisher: { '@type': 'Organization', name: site.name, url: site.address.absolute('/works') },
    ...(description && { description }),
    ...(work.authorName && {
      author: {
        '@type': 'Person',
        name: work.authorName,
        url: site.address.absolute(pathOf({ kind: 'authors', slug: work.authorName })),
      },
    }),
    ...(work.category && { articleSection: work.category.name }),
    ...(work.tags.length > 0 && { keywords: work.tags.map(({ name }) => name) }),
    ...(images.length > 0 && { image: images }),
    ...(videos.length > 0 && { video: videos }),
    ...(sounds.length > 0 && { audio: sounds }),
  };
  const breadcrumbs = {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { name: site.name, item: site.address.absolute('/works') },
      { name: work.title, item: url },
    ].map((entry, index) => ({ '@type': 'ListItem', position: index + 1, ...entry })),
  };
  const data = { '@context': 'https://schema.org', '@graph': [article, breadcrumbs] };
  // Escapes `<`, so that no text can end the script element.
  const source = JSON.stringify(data).replaceAll('<', '\\u003c');
  return new Markup(`<script type="application/ld+json">${source}</script>`);
};
