import sharp, { type Sharp, type SharpOptions } from 'sharp';

/** Opens an image with the image library. What that takes is bounded by ending the process. */
export type OpenImage = (image: Buffer, options?: SharpOptions) => Sharp;

/** @param always how each image is to be opened */
export const imageOpener =
  (always?: SharpOptions): OpenImage =>
  (image, options) =>
    // Pixels are counted by `assertAffordable`, which counts more than this library does.
    sharp(image, { limitInputPixels: false, ...always, ...options });
