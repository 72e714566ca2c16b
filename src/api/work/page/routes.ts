import type { Core } from '@strapi/strapi';

import type { SiteConfig } from '../../../../config/site';
import { GROUP_KINDS } from '../services/topics';

const page = (path: string, handler: string): Omit<Core.Route, 'info'> => ({
  method: 'GET',
  path,
  handler,
  config: { auth: false, middlewares: ['global::compressed'] },
});

/**
 * Public pages of the site. Registered directly on the server (`src/index.ts`), because Strapi puts every router of a
 * `routes` folder below `/api`, whatever its prefix.
 *
 * HEAD works wherever GET does; every other method gets 405.
 */
export const pageRoutes = ({ indexNowKey }: SiteConfig): Omit<Core.Route, 'info'>[] => [
  page('/', 'api::work.page.root'),
  page('/works', 'api::work.page.list'),
  page(`/works/:kind(${GROUP_KINDS.join('|')})/:name`, 'api::work.page.group'),
  page(`/works/:kind(${GROUP_KINDS.join('|')})/:name/feed.xml`, 'api::work.feed.atom'),
  page(`/works/:kind(${GROUP_KINDS.join('|')})/:name/feed.json`, 'api::work.feed.json'),
  page('/works/feed.xml', 'api::work.feed.atom'),
  page('/works/feed.json', 'api::work.feed.json'),
  page('/works/preview/:token', 'api::work.page.preview'),
  // The slug pattern includes slashes, so that an address below a work gets the 404 page, not an API error.
  page('/works/:slug(.+)', 'api::work.page.read'),
  page('/search', 'api::work.search.page'),
  page('/opensearch.xml', 'api::work.search.description'),
  page('/llms.txt', 'api::work.feed.llms'),
  page('/sitemap.xml', 'api::work.sitemap.index'),
  page('/sitemap/topics.xml', 'api::work.sitemap.topics'),
  page('/sitemap/:chunk(\\d{1,6}).xml', 'api::work.sitemap.chunk'),
  page('/fonts/maths-1.woff2', 'api::site.fonts.maths'),
  page('/robots.txt', 'api::site.well-known.robots'),
  page('/.well-known/security.txt', 'api::site.well-known.security'),
  ...(indexNowKey ? [page(`/${indexNowKey}.txt`, 'api::site.well-known.indexNow')] : []),
];
