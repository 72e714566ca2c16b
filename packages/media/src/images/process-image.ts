import { cleanUnreadHeif, processHeif } from './heif/heif';
import { imageKindOf } from './kinds';
import { cleanUnreadRaster, processRaster } from './raster';
import type { ImageOptions, ProcessedImage } from './received-image';

/**
 * Makes what is stored for an image: the original without metadata, its pixels untouched, and the
 * copies that Strapi's Media Library and public pages expect.
 * @param mime as identified
 * @returns undefined for an image that is stored as it came, with no copies
 * @throws `file-too-large` for more pixels than `options.mostPixels`, found before decoding;
 *   `image-type-not-supported` for one that needs a decoder that is not there;
 *   `file-type-not-allowed` for one that has no picture in it; Unreadable
 */
export const processImage = async (
  image: Buffer,
  mime: string,
  options: ImageOptions
): Promise<ProcessedImage | undefined> => {
  const kind = imageKindOf(mime);
  return kind === 'heif'
    ? processHeif(image, mime, options)
    : kind && processRaster(image, kind, options);
};

/** Makes what is stored for an image that takes too much to be read: a file without metadata. */
export const cleanUnread = async (
  image: Buffer,
  mime: string
): Promise<ProcessedImage | undefined> => {
  const kind = imageKindOf(mime);
  return kind === 'heif' ? cleanUnreadHeif(image) : kind && cleanUnreadRaster(image, kind);
};
