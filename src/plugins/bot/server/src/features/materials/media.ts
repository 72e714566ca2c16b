import { createRequire } from 'node:module';
import path from 'node:path';

import type { Core } from '@strapi/strapi';

import { createMedia, type ImageOptions } from '@fleet-bot/media';

import { botConfig } from '../../core/config';
import { PACKAGE, PLUGIN_ID } from '../../core/constants';

/** Strapi's default sizes of the responsive formats, longest side in pixels. */
const DEFAULT_BREAKPOINTS = { large: 1000, medium: 750, small: 500 };

/** The quality that Strapi encodes with where "size optimization" is on. */
const OPTIMIZED_QUALITY = 80;

/** Settings of Strapi's Media Library. */
interface UploadSettings {
  responsiveDimensions?: boolean;
  sizeOptimization?: boolean;
}

/** Where the build of the plugin has them, whether the plugin itself runs from there or from its sources. */
const programsFolder = (): string =>
  path.join(path.dirname(createRequire(__filename).resolve(`${PACKAGE}/package.json`)), 'dist');

/** Works on files by the settings of this site. */
export const createMediaService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { limits } = botConfig(strapi);
  const media = createMedia({
    programs: programsFolder(),
    processes: limits.imagesAtOnce,
    waitingBytes: limits.imagesWaitingBytes,
    memoryBytes: limits.imageMemoryBytes,
    seconds: limits.imageSeconds,
    onCrash: (error) => strapi.log.error(error),
  });

  /** @param isOptimized true to heed the setting "size optimization" of the Media Library */
  const imageOptions = async (isOptimized: boolean): Promise<ImageOptions> => {
    const settings: UploadSettings | null = await strapi
      .plugin('upload')
      .service('upload')
      .getSettings();
    const breakpoints: Record<string, number> =
      settings?.responsiveDimensions === true
        ? strapi.config.get('plugin::upload.breakpoints', DEFAULT_BREAKPOINTS)
        : {};
    return {
      breakpoints,
      mostPixels: limits.imagePixels,
      ...(isOptimized && settings?.sizeOptimization === true && { quality: OPTIMIZED_QUALITY }),
    };
  };

  return { ...media, imageOptions };
};

export type MediaService = ReturnType<typeof createMediaService>;

/** Gives this service of a site. */
export const getMediaService = (strapi: Core.Strapi): MediaService =>
  strapi.plugin(PLUGIN_ID).service('media');
