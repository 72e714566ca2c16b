/**
 * Relies on: the route `authentication.registerAdmin` in `strapi.admin.routes.admin`
 * Breaks if: Strapi renames or moves that route; the site then does not start
 * Checked by: tests/reliability/first-administrator-needs-the-link.long.test.ts
 */

import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';

import { COOKIE, hasLink, isSecret, hasAnyAdministrator, LINK, linkPath } from './link';
import { refuseRegistration } from './page';

const GUARD = 'global::first-administrator';
const HOUR = 3_600_000;

interface AdminRoute {
  handler?: unknown;
  config?: { middlewares?: unknown[] };
}

/**
 * Allows only people with the registration link, which the site logs when it starts, to register as the first
 * administrator. Strapi allows anybody. The guard is a middleware of Strapi's own route, so a differently spelled path
 * cannot avoid it.
 *
 * @throws Error if Strapi no longer has this route; the site then does not start.
 */
export const guardFirstAdministrator = (strapi: Core.Strapi): void => {
  const { routes } = (strapi.admin.routes as unknown as Record<string, { routes: AdminRoute[] }>)
    .admin;
  const route = routes.find(({ handler }) => handler === 'authentication.registerAdmin');
  if (route === undefined) {
    throw new Error('Strapi has no route that registers the first administrator: it is unguarded');
  }
  const middlewares = route.config?.middlewares ?? [];
  // Sites in one process share Strapi's routes, so the guard may already be there.
  if (!middlewares.includes(GUARD)) {
    route.config = { ...route.config, middlewares: [GUARD, ...middlewares] };
  }
  explainLink(strapi);
  strapi.server.routes([
    {
      method: 'GET',
      path: linkPath(strapi, ':secret'),
      handler: openRegistration(strapi),
      config: { auth: false },
    },
  ]);
};

/** Handles the registration link: allows this browser to register the first administrator for an hour. */
const openRegistration =
  (strapi: Core.Strapi) =>
  async (ctx: Context): Promise<void> => {
    const secret = String(ctx.params.secret);
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Referrer-Policy', 'no-referrer');
    if (!isSecret(strapi, secret)) return refuseRegistration(ctx, 'wrong', '..');
    if (await hasAnyAdministrator(strapi)) return refuseRegistration(ctx, 'used', '..');
    ctx.cookies.set(COOKIE, secret, {
      httpOnly: true,
      sameSite: 'lax',
      secure: ctx.secure,
      signed: false,
      maxAge: HOUR,
    });
    // The redirect is relative, because a proxy may serve the panel below a path.
    return ctx.redirect('../auth/register-admin');
  };

/**
 * Answers requests for pages of the panel with an explanation while the site has no administrator, unless the request
 * has the secret of the registration link.
 */
const explainLink = (strapi: Core.Strapi): void => {
  const panel: string = strapi.config.get('admin.path');
  let hasAdministrator = false;
  const isPage = (ctx: Context): boolean =>
    ctx.method === 'GET' &&
    `${ctx.path}/`.startsWith(`${panel}/`) &&
    !ctx.path.startsWith(`${panel}${LINK}/`) &&
    ctx.get('Accept').includes('text/html');
  const explain: Middleware = async (ctx, next) => {
    hasAdministrator = await hasAnyAdministrator(strapi);
    return hasAdministrator || hasLink(strapi, ctx)
      ? next()
      : refuseRegistration(ctx, 'missing', panel);
  };
  strapi.server.use((ctx, next) =>
    hasAdministrator || !isPage(ctx) ? next() : explain(ctx, next)
  );
};

/** Logs the link for the registration of the first administrator, if Strapi's own start message is enabled. */
export const logRegistrationLink = async (strapi: Core.Strapi): Promise<void> => {
  if (!strapi.config.get('server.logger.startup.enabled') || (await hasAnyAdministrator(strapi)))
    return;
  const { origin } = new URL(strapi.config.get<string>('admin.absoluteUrl'));
  strapi.log.info(`The first administrator registers at ${origin}${linkPath(strapi)}`);
};
