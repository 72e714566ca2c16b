import { processHeif } from './heif/heif';
import { imageKindOf } from './kinds';
import { processRaster } from './raster';
import type { ImageOptions, ProcessedImage } from './received-image';

/**
 * Makes what is stored for an image: the original without metadata, its pixels untouched, and the
 * copies that Strapi's Media Library and public pages expect.
 * @param image the bytes that were uploaded
 * @param mime their type, as identified
 * @param onCost told what the work will take, in milliseconds, before it begins; may throw
 * @returns undefined for an image that is stored as it came, with no copies
 * @throws `file-too-large` for more pixels than `options.limits.pixels`, found before decoding;
 *   `image-too-costly` for one that takes too long; `image-type-not-supported` for one that needs a
 *   decoder that is not there; `file-type-not-allowed` for one that has no picture in it
 */
export const processImage = async (
  image: Buffer,
  mime: string,
  options: ImageOptions,
  onCost: (milliseconds: number) => void = () => undefined
): Promise<ProcessedImage | undefined> => {
  const kind = imageKindOf(mime);
  if (kind === undefined) {
    return undefined;
  }
  return kind === 'heif'
    ? processHeif(image, mime, options, onCost)
    : processRaster(image, kind, options, onCost);
};
