import type { Core } from '@strapi/strapi';

/**
 * The public pages of the site. They are registered on the server itself (`src/index.ts`), because
 * every router in a `routes` folder ends up below `/api`, whatever prefix it asks for.
 *
 * HEAD is answered wherever GET is; every other verb is a 405.
 */
export const pageRoutes: Omit<Core.Route, 'info'>[] = [
  { method: 'GET', path: '/works', handler: 'api::work.page.list', config: { auth: false } },
  {
    method: 'GET',
    path: '/works/preview/:token',
    handler: 'api::work.page.preview',
    config: { auth: false },
  },
  // The slug takes slashes too: an address below a work is a missing page, not an API error.
  {
    method: 'GET',
    path: '/works/:slug(.+)',
    handler: 'api::work.page.read',
    config: { auth: false },
  },
];
