import type { Core } from '@strapi/strapi';

import { fastPathSettings } from './settings';

/**
 * The minor versions of Strapi whose own writes the fast path was compared with, by
 * `tests/editors/the-bots-writes-look-like-strapis.long.test.ts`. One is added when that test passes
 * under it, and only then.
 */
export const COMPARED_VERSIONS: readonly string[] = ['5.54'];

const minorOf = (version: string): string => version.split('.').slice(0, 2).join('.');

/**
 * Whether the fast path may be used: the site has not switched it off, and this version of Strapi
 * is one that it was compared with. Under another one a line in the log says that it is not.
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
