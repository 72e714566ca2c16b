import { cleanUnreadHeif, processHeif } from './heif/heif';
import { imageKindOf } from './kinds';
import { cleanUnreadRaster, processRaster } from './raster';
import type { BoundedOptions, ProcessedImage } from './received-image';

/**
 * Creates the stored content for an image: the original without metadata and with unchanged pixels, and the renditions
 * for Strapi's Media Library and public pages.
 * @param mime identified media type
 * @returns undefined for an image that is stored unchanged and without renditions
 * @throws `file-too-large` for more than `options.mostPixels` pixels, before decoding; `image-type-not-supported` if
 * the decoder is not installed; `file-type-not-allowed` if the file contains no picture; Unreadable
 */
export const processImage = async (
  image: Buffer,
  mime: string,
  options: BoundedOptions
): Promise<ProcessedImage | undefined> => {
  const kind = imageKindOf(mime);
  return kind === 'heif'
    ? processHeif(image, mime, options)
    : kind && processRaster(image, kind, options);
};

/** Creates the stored content for an image that exceeds the limits when decoded: a file without metadata. */
export const cleanUnread = async (
  image: Buffer,
  mime: string
): Promise<ProcessedImage | undefined> => {
  const kind = imageKindOf(mime);
  return kind === 'heif' ? cleanUnreadHeif(image) : kind && cleanUnreadRaster(image, kind);
};
