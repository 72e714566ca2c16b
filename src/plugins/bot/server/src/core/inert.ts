import type { Core } from '@strapi/strapi';

import { botConfig } from './config';
import { createRefusal } from './http/protocol-chain';
import { faultOfPublicationType } from '../features/publications/content-type/check';

const inert = new WeakSet<Core.Strapi>();

/**
 * Whether the plugin was installed and not configured: Strapi enables a package that is installed,
 * asked or not. It then does nothing to the site.
 */
export const isInert = (strapi: Core.Strapi): boolean => inert.has(strapi);

/**
 * Decides whether the plugin is configured. Where there is no token, and no content type that can
 * hold publications, it says so in the log and answers the bot 503.
 * @returns true if it is not configured
 */
export const becomeInert = (strapi: Core.Strapi): boolean => {
  const { token } = botConfig(strapi);
  const fault = faultOfPublicationType(strapi);
  if (token.trim() !== '' || fault === undefined) {
    return false;
  }
  strapi.log.warn(`bot plugin: it has no token, and does nothing (${fault})`);
  strapi.server.use(createRefusal(strapi));
  inert.add(strapi);
  return true;
};
