import sharp from 'sharp';

import { createRandom } from './random.mjs';

const COARSE = { width: 40, height: 30 };
const GRAIN = 14;
const QUALITY = 82;

const randomBytes = (length, seed) => {
  const random = createRandom(seed);
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
};

/** Large soft shapes, as a few random points drawn large, with the grain of a sensor over them. */
const pixelsOf = async ({ width, height }) => {
  const channels = 3;
  const points = randomBytes(COARSE.width * COARSE.height * channels, 3);
  const pixels = await sharp(points, { raw: { ...COARSE, channels } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  const random = createRandom(4);
  for (let index = 0; index < pixels.length; index += channels) {
    const grain = (random() + random() - 1) * GRAIN;
    for (let channel = 0; channel < channels; channel += 1) {
      pixels[index + channel] = Math.min(255, Math.max(0, pixels[index + channel] + grain));
    }
  }
  return { pixels, raw: { width, height, channels } };
};

/**
 * A JPEG that costs an encoder what a photo costs it.
 *
 * @param {{ width: number, height: number }} size of the pixels as they are stored.
 * @param {number} [orientation] in EXIF: 6 for a phone held upright. Without one there is no EXIF.
 */
export const makePhoto = async (size, orientation) => {
  const { pixels, raw } = await pixelsOf(size);
  const image = sharp(pixels, { raw }).jpeg({ quality: QUALITY });
  const content = await (
    orientation === undefined ? image : image.withMetadata({ orientation })
  ).toBuffer();
  return { name: 'photo.jpg', mime: 'image/jpeg', content };
};

/** A drawing with soft edges on nothing, as a PNG: half of it can be seen through. */
export const makeDrawing = async (size) => {
  const { pixels, raw } = await pixelsOf(size);
  const content = await sharp(pixels, { raw }).median(9).ensureAlpha(0.5).png().toBuffer();
  return { name: 'drawing.png', mime: 'image/png', content };
};

/** The photo as a WebP. */
export const makeWebp = async (size) => {
  const { pixels, raw } = await pixelsOf(size);
  const content = await sharp(pixels, { raw }).webp({ quality: QUALITY }).toBuffer();
  return { name: 'photo.webp', mime: 'image/webp', content };
};
