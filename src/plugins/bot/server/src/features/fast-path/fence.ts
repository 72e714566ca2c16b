import type { Core } from '@strapi/strapi';

import { fastPathSettings } from './settings';

/**
 * Minor versions of Strapi whose writes were compared with those of the fast path, by
 * `tests/editors/the-bots-writes-look-like-strapis.long.test.ts`. Add a version only when this test passes with it.
 */
export const COMPARED_VERSIONS: readonly string[] = ['5.54'];

const minorOf = (version: string): string => version.split('.').slice(0, 2).join('.');

/**
 * Whether the fast path is used: enabled by the site, and supporting this version of Strapi. Logs a line if the version
 * is not supported.
 */
export const isFastPathUsed = (strapi: Core.Strapi): boolean => {
  if (!fastPathSettings.of(strapi)) {
    return false;
  }
  const version = String(strapi.config.get('info.strapi'));
  const isCompared = COMPARED_VERSIONS.includes(minorOf(version));
  if (!isCompared) {
    strapi.log.info(
      `bot: works are written by Strapi alone: the fast path was compared with Strapi ` +
        `${COMPARED_VERSIONS.join(', ')}, and this is ${version}`
    );
  }
  return isCompared;
};
