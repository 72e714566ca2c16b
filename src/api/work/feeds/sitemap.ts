import { Readable } from 'node:stream';

import { SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap';

import type { SiteAddress } from '../../site-address';
import { publicSince } from '../services/public-since';
import type { MappedWork } from '../services/sitemap';

/** The addresses of all sitemaps; their numbers are their places. */
export const renderSitemapIndex = async (
  chunks: readonly (number | 'topics')[],
  address: SiteAddress
): Promise<string> => {
  const entries = chunks.map((chunk) => ({ url: address.absolute(`/sitemap/${chunk}.xml`) }));
  const index = Readable.from(entries).pipe(new SitemapIndexStream());
  return (await streamToPromise(index)).toString();
};

/** One sitemap: the pages of works, when they last changed, and their images. */
export const renderSitemap = async (
  works: AsyncIterable<MappedWork>,
  address: SiteAddress
): Promise<string> => {
  const entries = async function* () {
    for await (const { slug, publishedAt, updatedAt, media } of works) {
      yield {
        url: address.absolute(`/works/${slug}`),
        lastmod: publicSince(publishedAt, updatedAt).toISOString(),
        img: media.flatMap(({ url }) => {
          const image = address.resolve(url);
          return image === null ? [] : [{ url: image.href }];
        }),
      };
    }
  };
  const source = Readable.from(entries());
  const map = new SitemapStream({
    xmlns: { news: false, video: false, xhtml: false, image: true },
  });
  source.once('error', (error) => map.destroy(error));
  return (await streamToPromise(source.pipe(map))).toString();
};

/** The sitemap of other places of the site. */
export const renderPlaces = async (
  places: readonly string[],
  address: SiteAddress
): Promise<string> => {
  const entries = places.map((place) => ({ url: address.absolute(place) }));
  const map = new SitemapStream({
    xmlns: { news: false, video: false, xhtml: false, image: false },
  });
  return (await streamToPromise(Readable.from(entries).pipe(map))).toString();
};
