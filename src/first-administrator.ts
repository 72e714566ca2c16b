import path from 'node:path';

import type { Core } from '@strapi/strapi';

import { refuseRegistration } from './api/site/first-administrator-page';
import { hasLink } from './api/site/middlewares/first-administrator';
import { LINK } from './api/site/services/first-administrator';

const GUARD = 'api::site.first-administrator';

interface AdminRoute {
  handler?: unknown;
  config?: { middlewares?: unknown[] };
}

/**
 * Lets only who has the link that the start prints register as the first administrator: Strapi lets
 * whoever comes first. The guard stands in Strapi's route itself, so no other way of writing its
 * address goes around it.
 *
 * @throws Error if Strapi has no such route any more; the site then does not start.
 */
export const guardFirstAdministrator = (strapi: Core.Strapi): void => {
  const { routes } = (strapi.admin.routes as unknown as Record<string, { routes: AdminRoute[] }>)
    .admin;
  const route = routes.find(({ handler }) => handler === 'authentication.registerAdmin');
  if (route === undefined) {
    throw new Error('Strapi has no route that registers the first administrator: it is unguarded');
  }
  const middlewares = route.config?.middlewares ?? [];
  // Sites of one process share Strapi's routes.
  if (!middlewares.includes(GUARD)) {
    route.config = { ...route.config, middlewares: [GUARD, ...middlewares] };
  }
  tellAboutLink(strapi);
  strapi.server.routes([
    {
      method: 'GET',
      path: path.posix.join(strapi.config.get('admin.path'), LINK, ':secret'),
      handler: `${GUARD}.enter`,
      config: { auth: false },
    },
  ]);
};

/** While a site has no administrator, its panel is a form that only the link opens: who comes without it is told so. */
const tellAboutLink = (strapi: Core.Strapi): void => {
  const panel: string = strapi.config.get('admin.path');
  let hasAdministrator = false;
  strapi.server.use(async (ctx, next) => {
    const isPage =
      ctx.method === 'GET' &&
      `${ctx.path}/`.startsWith(`${panel}/`) &&
      !ctx.path.startsWith(`${panel}${LINK}/`) &&
      ctx.get('Accept').includes('text/html');
    if (hasAdministrator || !isPage) return next();
    hasAdministrator = await strapi.service('admin::user').exists();
    return hasAdministrator || hasLink(strapi, ctx)
      ? next()
      : refuseRegistration(ctx, 'missing', panel);
  });
};

/** Prints the link where Strapi itself says how to make the first administrator. */
export const sayFirstAdministrator = async (strapi: Core.Strapi): Promise<void> => {
  if (!strapi.config.get('server.logger.startup.enabled')) return;
  const link: string | null = await strapi.service(GUARD).linkPath();
  if (link !== null) {
    const { origin } = new URL(strapi.config.get<string>('admin.absoluteUrl'));
    strapi.log.info(`The first administrator registers at ${origin}${link}`);
  }
};
