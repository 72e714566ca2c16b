import type { Core } from '@strapi/strapi';

import { botConfig } from '../../config';
import { PLUGIN_ID } from '../../constants';

import { createImagePool, type ImageJob } from './process/pool';
import type { ImageOptions, ProcessedImage } from './received-image';

/** Strapi's default sizes of the responsive formats, longest side in pixels. */
const DEFAULT_BREAKPOINTS = { large: 1000, medium: 750, small: 500 };

/** The quality that Strapi encodes with where "size optimization" is on. */
const OPTIMIZED_QUALITY = 80;

/** Settings of Strapi's Media Library. */
interface UploadSettings {
  responsiveDimensions?: boolean;
  sizeOptimization?: boolean;
}

/** Works on images by the settings of this site. */
export const createImageProcessorService = ({ strapi }: { strapi: Core.Strapi }) => {
  const { limits } = botConfig(strapi);
  const pool = createImagePool({
    processes: limits.imagesAtOnce,
    waitingBytes: limits.imagesWaitingBytes,
    memoryBytes: limits.imageMemoryBytes,
    seconds: limits.imageSeconds,
    onCrash: (error) => strapi.log.error(error),
  });

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
      limits: { pixels: limits.imagePixels, seconds: limits.imageSeconds },
      ...(isOptimized && settings?.sizeOptimization === true && { quality: OPTIMIZED_QUALITY }),
    };
  };

  return {
    /**
     * Makes what is stored for an image.
     * @param isOptimized true to heed the setting "size optimization" of the Media Library
     * @throws what `createImagePool().process` throws
     */
    async process({
      isOptimized,
      ...job
    }: Omit<ImageJob, 'options'> & { isOptimized: boolean }): Promise<ProcessedImage | undefined> {
      return pool.process({ ...job, options: await imageOptions(isOptimized) });
    },

    /** Ends the image processes. */
    stop: () => pool.stop(),
  };
};

export type ImageProcessorService = ReturnType<typeof createImageProcessorService>;

/** Gives this service of a site. */
export const getImageProcessorService = (strapi: Core.Strapi): ImageProcessorService =>
  strapi.plugin(PLUGIN_ID).service('imageProcessor');
