import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import path from 'node:path';

import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';

/** Path of the link for registering the first administrator, below the path of the panel. */
export const LINK = '/first-administrator';
/** Name of the cookie that the registration link sets. */
export const COOKIE = 'first-administrator';
/** Header with the secret of the registration link, for programs that register without a browser. */
export const HEADER = 'X-First-Administrator';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Secret that is needed to register as the first administrator. Derived from the site's own secret, so that all
 * instances print the same link, also after a restart.
 *
 * @param adminSecret `ADMIN_JWT_SECRET`.
 */
export const firstAdministratorSecret = (adminSecret: string): string =>
  createHmac('sha256', adminSecret).update('first administrator').digest('base64url');

const secretOf = (strapi: Core.Strapi): string =>
  firstAdministratorSecret(strapi.config.get<string>('admin.auth.secret'));

/** Compares a value with the secret of the registration link in constant time. */
export const isSecret = (strapi: Core.Strapi, input: string): boolean =>
  timingSafeEqual(digest(input), digest(secretOf(strapi)));

/** Whether a request has the secret of the registration link in its header or cookie. */
export const hasLink = (strapi: Core.Strapi, ctx: Context): boolean => {
  const input = ctx.get(HEADER) || ctx.cookies.get(COOKIE, { signed: false });
  return Boolean(input) && isSecret(strapi, String(input));
};

/** Whether the site already has an administrator. */
export const hasAnyAdministrator = (strapi: Core.Strapi): Promise<boolean> =>
  strapi.service('admin::user').exists();

/** Path of the link for registering the first administrator, including its secret. */
export const linkPath = (strapi: Core.Strapi, secret = secretOf(strapi)): string =>
  path.posix.join(strapi.config.get<string>('admin.path'), LINK, secret);
