import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';

import type { SiteAddress } from '../../site-address';
import { renderPlaces, renderSitemap, renderSitemapIndex } from '../feeds/sitemap';
import { answerText } from '../page/answer';
import { cacheValidity } from '../page/cache-validity';
import { createResponder } from '../page/respond';
import type { SitemapService } from '../services/sitemap';
import { pathOf, type TopicsService } from '../services/topics';

const XML = 'application/xml';
const MINUTES_10 = 10 * 60 * 1000;
const CACHED_BYTES = 32 * 1024 * 1024;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const sitemaps = () => strapi.service('api::work.sitemap') as SitemapService;
  const topics = () => strapi.service('api::work.topics') as TopicsService;
  const { respond } = createResponder(strapi);

  // Cached sitemaps. They are compressed, since they are rarely requested; simultaneous requests share one build.
  const cache = new LRUCache<number, Buffer, SiteAddress>({
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ length }) => length,
    ttl: MINUTES_10,
    fetchMethod: async (chunk, _stale, { context: address }) =>
      compress(await renderSitemap(sitemaps().works(chunk), address)),
  });

  return {
    /** `GET /sitemap.xml`: the index of all sitemaps. */
    index: (ctx: Context): Promise<void> =>
      respond(
        ctx,
        async () => [...(await sitemaps().chunks()), 'topics' as const],
        async (chunks, { address }) =>
          answerText(ctx, XML, await renderSitemapIndex(chunks, address))
      ),

    /** `GET /sitemap/topics.xml`: the list of works, and the pages of tags, categories and authors. */
    topics: (ctx: Context): Promise<void> =>
      respond(
        ctx,
        () => topics().forSitemap(),
        async (groups, { address }) =>
          answerText(ctx, XML, await renderPlaces(['/works', ...groups.map(pathOf)], address))
      ),

    /** `GET /sitemap/:chunk.xml`: up to 50,000 works, at most ten minutes old; 404 if the chunk has none. */
    async chunk(ctx: Context): Promise<void> {
      const chunk = Number((ctx.params as { chunk: string }).chunk);
      await respond(
        ctx,
        async ({ address: context }) => {
          if (!(await sitemaps().hasWorks(chunk))) return null;
          const compressed = await cache.fetch(chunk, { context });
          if (compressed === undefined) return null;
          const validity = cacheValidity(ctx);
          if (validity) validity.check = async () => cache.peek(chunk) === compressed;
          return (await decompress(compressed)).toString();
        },
        (xml) => answerText(ctx, XML, xml)
      );
    },
  };
};
