import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';

import { COOKIE, hasLink, isSecret, isTaken, LINK, linkPath } from './link';
import { refuseRegistration } from './page';

const GUARD = 'global::first-administrator';
const HOUR = 3_600_000;

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
      path: linkPath(strapi, ':secret'),
      handler: openRegistration(strapi),
      config: { auth: false },
    },
  ]);
};

/** Answers the link: opens the registration to this browser, for an hour. */
const openRegistration =
  (strapi: Core.Strapi) =>
  async (ctx: Context): Promise<void> => {
    const given = String(ctx.params.secret);
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Referrer-Policy', 'no-referrer');
    if (!isSecret(strapi, given)) return refuseRegistration(ctx, 'wrong', '..');
    if (await isTaken(strapi)) return refuseRegistration(ctx, 'used', '..');
    ctx.cookies.set(COOKIE, given, {
      httpOnly: true,
      sameSite: 'lax',
      secure: ctx.secure,
      signed: false,
      maxAge: HOUR,
    });
    // Relative: a proxy may have put the panel below a path.
    return ctx.redirect('../auth/register-admin');
  };

/** While a site has no administrator, its panel is a form that only the link opens: who comes without it is told so. */
const tellAboutLink = (strapi: Core.Strapi): void => {
  const panel: string = strapi.config.get('admin.path');
  let hasAdministrator = false;
  const isPage = (ctx: Context): boolean =>
    ctx.method === 'GET' &&
    `${ctx.path}/`.startsWith(`${panel}/`) &&
    !ctx.path.startsWith(`${panel}${LINK}/`) &&
    ctx.get('Accept').includes('text/html');
  const tell: Middleware = async (ctx, next) => {
    hasAdministrator = await isTaken(strapi);
    return hasAdministrator || hasLink(strapi, ctx)
      ? next()
      : refuseRegistration(ctx, 'missing', panel);
  };
  strapi.server.use((ctx, next) => (hasAdministrator || !isPage(ctx) ? next() : tell(ctx, next)));
};

/** Prints the link where Strapi itself says how to make the first administrator. */
export const sayFirstAdministrator = async (strapi: Core.Strapi): Promise<void> => {
  if (!strapi.config.get('server.logger.startup.enabled') || (await isTaken(strapi))) return;
  const { origin } = new URL(strapi.config.get<string>('admin.absoluteUrl'));
  strapi.log.info(`The first administrator registers at ${origin}${linkPath(strapi)}`);
};
