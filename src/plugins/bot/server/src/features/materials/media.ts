import { createRequire } from 'node:module';
import path from 'node:path';

import type { Core } from '@strapi/strapi';

import {
  createImagePool,
  createRecordingReader,
  createSvgSanitizer,
  type ImageJob,
  type ImageOptions,
  type ProcessedImage,
  type ReceivedBytes,
  type Recording,
  type SafeSvg,
} from '@fleet-bot/media';

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
  const programs = programsFolder();
  const images = createImagePool({
    programs,
    processes: limits.imagesAtOnce,
    waitingBytes: limits.imagesWaitingBytes,
    memoryBytes: limits.imageMemoryBytes,
    seconds: limits.imageSeconds,
    onCrash: (error) => strapi.log.error(error),
  });
  const recordings = createRecordingReader(programs);
  const drawings = createSvgSanitizer(programs);

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

  return {
    /**
     * Makes what is stored for an image.
     * @param isOptimized true to heed the setting "size optimization" of the Media Library
     * @throws what `createImagePool().process` throws
     */
    async processImage({
      isOptimized,
      ...job
    }: Omit<ImageJob, 'options'> & { isOptimized: boolean }): Promise<ProcessedImage | undefined> {
      return images.process({ ...job, options: await imageOptions(isOptimized) });
    },

    /** What the header of a film or a sound says; nothing of one that takes too much. */
    readRecording: (bytes: ReceivedBytes, mime: string): Promise<Recording> =>
      recordings.read(bytes, mime),

    /** @throws `svg-not-safe` */
    sanitizeSvg: (bytes: ReceivedBytes, charset?: string): Promise<SafeSvg> =>
      drawings.sanitize(bytes, charset),

    /** Ends the processes and threads in which this is done. */
    async stop(): Promise<void> {
      images.stop();
      await drawings.stop();
      await recordings.stop();
    },
  };
};

export type MediaService = ReturnType<typeof createMediaService>;

/** Gives this service of a site. */
export const getMediaService = (strapi: Core.Strapi): MediaService =>
  strapi.plugin(PLUGIN_ID).service('media');
