import type { Core } from '@strapi/strapi';

import { botConfig } from '../config';
import { createRefusal } from '../http/protocol-chain';
import type { Feature } from '../feature';

const inert = new WeakSet<Core.Strapi>();

/** Whether the plugin is installed but not configured, and so does nothing: Strapi enables whatever is installed. */
export const isInert = (strapi: Core.Strapi): boolean => inert.has(strapi);

/**
 * Switches the plugin off if it is not configured: without a token and without a content type for
 * publications it logs that, and answers the bot 503.
 * @returns whether it is off
 * @throws Error in one line if there is a token, and a content type or setting does not fit
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
