import type { Metadata } from 'sharp';

import { colourChunks, withChunks } from './containers/png';
import type { Orientation } from './exif';
import { openUpright, type EncodedImage } from './renditions';

/** Colour spaces that go through the library without a change of any value. */
const EXACT_SPACES: ReadonlySet<string> = new Set(['srgb', 'b-w', 'rgb16', 'grey16']);
const EXACT_DEPTHS: ReadonlySet<string> = new Set(['uchar', 'ushort']);

const isExact = ({ space, depth, pages }: Metadata): boolean =>
  EXACT_SPACES.has(space) && EXACT_DEPTHS.has(depth) && (pages ?? 1) === 1;

/**
 * Turns an image whose viewers do not heed its orientation, in its own depth and colour space:
 * each pixel has the values that it had.
 * @returns undefined where that cannot be done; the image then keeps saying how it is to be turned
 */
export const turnLosslessly = async (
  image: Buffer,
  header: Metadata,
  orientation: Orientation
): Promise<EncodedImage | undefined> => {
  if (!isExact(header)) {
    return undefined;
  }
  const isDeep = header.depth === 'ushort';
  const isGrey = header.channels < 3;
  const space = isGrey ? (isDeep ? 'grey16' : 'b-w') : isDeep ? 'rgb16' : 'srgb';
  const turned = openUpright(image, header.format, orientation, { ignoreIcc: true })
    .keepIccProfile()
    .toColourspace(space);
  const encoded = async (pipeline: typeof turned): Promise<EncodedImage> => {
    const { data, info } = await pipeline.toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  };
  if (header.format === 'png') {
    const png = await encoded(turned.png());
    return { ...png, bytes: withChunks(png.bytes, colourChunks(image)) };
  }
  if (header.format === 'webp') {
    return encoded(turned.webp({ lossless: true, exact: true }));
  }
  return header.format === 'tiff'
    ? encoded(turned.tiff({ compression: 'lzw', predictor: 'horizontal' }))
    : undefined;
};
