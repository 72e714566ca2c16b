import sharp from 'sharp';

import { createRandom, makeNoise } from './noise.mjs';

const COARSE = { width: 40, height: 30 };
const GRAIN = 14;
const QUALITY = 82;

/** Draws large soft shapes from a few random points, with the grain of a camera sensor. */
const pixelsOf = async ({ width, height }) => {
  const channels = 3;
  const points = makeNoise(COARSE.width * COARSE.height * channels, 3);
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

/** Creates a picture that is as expensive to encode as a photo. */
const make = async (size, name, mime, encode) => {
  const { pixels, raw } = await pixelsOf(size);
  return { name, mime, content: await encode(sharp(pixels, { raw })).toBuffer() };
};

/** Creates a JPEG photo. @param {number} [orientation] EXIF value, 6 for a phone held upright; no EXIF without it */
export const makePhoto = (size, orientation) =>
  make(size, 'photo.jpg', 'image/jpeg', (image) => {
    const jpeg = image.jpeg({ quality: QUALITY });
    return orientation === undefined ? jpeg : jpeg.withMetadata({ orientation });
  });

/** Creates a PNG drawing with soft edges and transparent areas. */
export const makeDrawing = (size) =>
  make(size, 'drawing.png', 'image/png', (image) => image.median(9).ensureAlpha(0.5).png());

/** Creates the photo of `makePhoto` as a WebP file. */
export const makeWebp = (size) =>
  make(size, 'photo.webp', 'image/webp', (image) => image.webp({ quality: QUALITY }));
