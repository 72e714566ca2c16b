import type { Sharp } from 'sharp';

import type { OpenImage } from './open-image';

/** The longest side in pixels: drawn large, it is a blur. */
const SIDE = 16;
const QUALITY = 30;
const OPAQUE = 255;

/** Whether there is nothing to be seen behind some pixels: with an even number of channels, the last one says so. */
const isOpaque = (pixels: Buffer, channels: number): boolean =>
  channels % 2 === 1 ||
  pixels.every((value, index) => value === OPAQUE || index % channels !== channels - 1);

/**
 * What a page shows in the place of a picture until that is there: the same in a few pixels.
 * @param copy the pixels of the smallest copy
 * @returns a WebP of about a hundred bytes, in Base64; undefined for what can be seen through, behind
 *   which it would be seen
 */
export const makePlaceholder = async (
  copy: Sharp,
  open: OpenImage
): Promise<string | undefined> => {
  const { data, info } = await copy
    .resize({ width: SIDE, height: SIDE, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (!isOpaque(data, channels)) {
    return undefined;
  }
  const webp = await open(data, { raw: { width, height, channels } })
    .removeAlpha()
    .webp({ quality: QUALITY, effort: 0 })
    .toBuffer();
  return webp.toString('base64');
};
