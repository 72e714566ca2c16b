import sharp, { type Sharp, type SharpOptions } from 'sharp';

const isTiff = (image: Buffer): boolean =>
  /^(?:II\*\0|MM\0\*)/.test(image.toString('latin1', 0, 4));

/**
 * Opens an image with the image library sharp. The file process limits time and memory. Decodes damaged images as far
 * as possible. TIFF is an exception: an image with an unsupported compression would become black.
 */
export const openImage = (image: Buffer, options?: SharpOptions): Sharp =>
  sharp(image, {
    // `assertAffordable` checks the number of pixels. It counts more precisely than the library.
    limitInputPixels: false,
    failOn: isTiff(image) ? 'error' : 'none',
    ...options,
  });
