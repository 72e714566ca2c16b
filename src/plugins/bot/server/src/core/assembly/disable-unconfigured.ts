import type { Core } from '@strapi/strapi';

import { botConfig } from '../config';
import { createRefusal } from '../http/protocol-chain';
import type { Feature } from '../feature';

const unconfigured = new WeakSet<Core.Strapi>();

/** Whether the plugin is disabled because it is installed but not configured. Strapi enables every installed plugin. */
export const isUnconfigured = (strapi: Core.Strapi): boolean => unconfigured.has(strapi);

/**
 * Disables the plugin if it is not configured: with neither a token nor a valid content type it logs a warning and
 * answers the bot with 503.
 * @returns whether the plugin is disabled
 * @throws Error with a one-line message if there is a token but a content type or setting is invalid
 */
export const disableIfUnconfigured = (
  strapi: Core.Strapi,
  features: readonly Feature[]
): boolean => {
  try {
    features.forEach(({ check }) => check?.(strapi));
    return false;
  } catch (error) {
    if (botConfig(strapi).token.trim() !== '') throw error;
    const reason = (error as Error).message.replace(/^bot plugin: /, '');
    strapi.log.warn(`bot plugin: no token is configured, so the plugin is disabled (${reason})`);
    strapi.server.use(createRefusal(strapi));
    unconfigured.add(strapi);
    return true;
  }
};
