import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import path from 'node:path';

import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

/** Where the link leads to, below the panel. */
export const LINK = '/first-administrator';
/** What the link leaves in the browser. */
export const COOKIE = 'first-administrator';
/** What a program sends that registers without a browser. */
export const HEADER = 'X-First-Administrator';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The secret without which nobody becomes the first administrator. It is made from the site's own
 * secret, so all instances print the same link, and a restart prints it again.
 *
 * @param adminSecret `ADMIN_JWT_SECRET`.
 */
export const firstAdministratorSecret = (adminSecret: string): string =>
  createHmac('sha256', adminSecret).update('first administrator').digest('base64url');

const secretOf = (strapi: Core.Strapi): string =>
  firstAdministratorSecret(strapi.config.get<string>('admin.auth.secret'));

/** Whether this is the secret; it takes as long for a wrong one. */
export const isSecret = (strapi: Core.Strapi, given: string): boolean =>
  timingSafeEqual(digest(given), digest(secretOf(strapi)));

/** Whether a request comes from who has opened the link. */
export const hasLink = (strapi: Core.Strapi, ctx: Context): boolean => {
  const given = ctx.get(HEADER) || ctx.cookies.get(COOKIE, { signed: false });
  return Boolean(given) && isSecret(strapi, String(given));
};

/** Whether the site has an administrator. */
export const isTaken = (strapi: Core.Strapi): Promise<boolean> =>
  strapi.service('admin::user').exists();

/** The link's path on this server. */
export const linkPath = (strapi: Core.Strapi, secret = secretOf(strapi)): string =>
  path.posix.join(strapi.config.get<string>('admin.path'), LINK, secret);
