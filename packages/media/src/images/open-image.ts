import sharp, { type Sharp, type SharpOptions } from 'sharp';

const isTiff = (image: Buffer): boolean =>
  /^(?:II\*\0|MM\0\*)/.test(image.toString('latin1', 0, 4));

/**
 * Opens an image with the image library. What that takes is bounded by ending the process. What is
 * damaged is shown as far as it goes; in a TIFF that would be nothing but black, for a compression
 * that the library does not know.
 */
export const openImage = (image: Buffer, options?: SharpOptions): Sharp =>
  sharp(image, {
    // Pixels are counted by `assertAffordable`, which counts more than this library does.
    limitInputPixels: false,
    failOn: isTiff(image) ? 'error' : 'none',
    ...options,
  });
