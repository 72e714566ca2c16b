import { Readable } from 'node:stream';

import { SitemapIndexStream, SitemapStream, streamToPromise, type SitemapItemLoose } from 'sitemap';

import type { SiteAddress } from '../../site-address';
import type { MappedWork } from '../services/sitemap';
import { publicSince } from '../services/full-works';

type Entry = Pick<SitemapItemLoose, 'url' | 'lastmod' | 'img'>;

/**
 * Renders the index of all sitemaps. Each item of `chunks` is part of the URL of a sitemap: `/sitemap/<chunk>.xml`.
 */
export const renderSitemapIndex = async (
  chunks: readonly (number | 'topics')[],
  address: SiteAddress
): Promise<string> => {
  const entries = chunks.map((chunk) => ({ url: address.absolute(`/sitemap/${chunk}.xml`) }));
  const index = Readable.from(entries).pipe(new SitemapIndexStream());
  return (await streamToPromise(index)).toString();
};

const renderMap = async (
  entries: AsyncIterable<Entry> | readonly Entry[],
  image: boolean
): Promise<string> => {
  const source = Readable.from(entries as Iterable<Entry>);
  const map = new SitemapStream({ xmlns: { news: false, video: false, xhtml: false, image } });
  source.once('error', (error) => map.destroy(error));
  return (await streamToPromise(source.pipe(map))).toString();
};

/** Renders one sitemap: the pages of works, their last changes and their images. */
export const renderSitemap = (
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
  return renderMap(entries(), true);
};

/** Renders the sitemap of pages that are not works. */
export const renderPlaces = (places: readonly string[], address: SiteAddress): Promise<string> =>
  renderMap(
    places.map((place) => ({ url: address.absolute(place) })),
    false
  );
