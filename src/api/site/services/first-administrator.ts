import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import path from 'node:path';

import type { Core } from '@strapi/strapi';

/** Where the link leads to, below the panel. */
export const LINK = '/first-administrator';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The secret without which nobody becomes the first administrator. It is made from the site's own
 * secret, so all instances print the same link, and a restart prints it again.
 *
 * @param adminSecret `ADMIN_JWT_SECRET`.
 */
export const firstAdministratorSecret = (adminSecret: string): string =>
  createHmac('sha256', adminSecret).update('first administrator').digest('base64url');

/** Who may make the first administrator: whoever reads what the start prints. */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  const secret = (): string =>
    firstAdministratorSecret(strapi.config.get<string>('admin.auth.secret'));

  return {
    /** Whether this is the secret; it takes as long for a wrong one. */
    isSecret: (given: string): boolean => timingSafeEqual(digest(given), digest(secret())),

    /** The link's path on this server, or null on a site that has an administrator. */
    async linkPath(): Promise<string | null> {
      const exists: boolean = await strapi.service('admin::user').exists();
      const panel = strapi.config.get<string>('admin.path');
      return exists ? null : path.posix.join(panel, LINK, secret());
    },
  };
};
