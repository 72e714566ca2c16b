import type { Core } from '@strapi/strapi';

import { botConfig } from '../config';
import { createRefusal } from '../http/protocol-chain';
import type { Feature } from '../feature';

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
 * @throws Error in one line if it has a token, and a content type or setting does not fit
 */
export const disableIfUnconfigured = (
  strapi: Core.Strapi,
  features: readonly Feature[]
): boolean => {
  try {
    features.forEach(({ check }) => check?.(strapi));
    return false;
  } catch (error) {
    if (botConfig(strapi).token.trim() !== '') {
      throw error;
    }
    const reason = (error as Error).message.replace(/^bot plugin: /, '');
    strapi.log.warn(`bot plugin: it has no token, and does nothing (${reason})`);
    strapi.server.use(createRefusal(strapi));
    inert.add(strapi);
    return true;
  }
};
