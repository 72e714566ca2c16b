import type { Metadata, Sharp } from 'sharp';

import { colourChunks, withChunks } from './containers/png';
import { isLosslessWebp } from './containers/webp';
import type { Orientation } from './exif';
import { MOST_GROWTH } from './received-image';
import { openUpright, type EncodedImage } from './renditions';

/** Colour spaces that the library processes without changing any value. */
const EXACT_SPACES: ReadonlySet<string> = new Set(['srgb', 'b-w', 'rgb16', 'grey16']);
const EXACT_DEPTHS: ReadonlySet<string> = new Set(['uchar', 'ushort']);

/** Pixels above which a lossless WebP is encoded with the least effort; otherwise it takes more than five seconds. */
const LARGE = 4_000_000;
/** Qualities to try for a lossy WebP until it is small enough. The first shows no visible difference. */
const QUALITIES = [90, 75, 50];

const isExact = ({ space, depth, pages }: Metadata): boolean =>
  EXACT_SPACES.has(space) && EXACT_DEPTHS.has(depth) && (pages ?? 1) === 1;

/** Encodings to try for a format, best first; empty for a format that is not rotated. */
const encodings = (
  image: Buffer,
  { format, width, height }: Metadata
): ((turned: Sharp) => Sharp)[] => {
  if (format === 'png') {
    return [
      (turned) => turned.png(),
      (turned) => turned.png({ compressionLevel: 9, adaptiveFiltering: true }),
    ];
  }
  if (format === 'tiff') {
    return (['lzw', 'deflate'] as const).map(
      (compression) => (turned: Sharp) => turned.tiff({ compression, predictor: 'horizontal' })
    );
  }
  if (format !== 'webp') {
    return [];
  }
  const effort = width * height > LARGE ? 0 : 4;
  return isLosslessWebp(image)
    ? [(turned) => turned.webp({ lossless: true, exact: true, effort })]
    : QUALITIES.map((quality) => (turned: Sharp) => turned.webp({ quality }));
};

/**
 * Rotates an image upright if viewers ignore its orientation, in its own bit depth and colour space. Keeps all pixel
 * values, except for a lossy WebP, which would need ten times the bytes.
 * @returns undefined if the result is larger than 1.5 times the original; the image then keeps its orientation tag
 */
export const turnUpright = async (
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
  for (const encode of encodings(image, header)) {
    const turned = openUpright(image, header.format, orientation, { ignoreIcc: true })
      .keepIccProfile()
      .toColourspace(space);
    const { data, info } = await encode(turned).toBuffer({ resolveWithObject: true });
    const bytes = header.format === 'png' ? withChunks(data, colourChunks(image)) : data;
    if (bytes.length <= image.length * MOST_GROWTH) {
      return { bytes, width: info.width, height: info.height };
    }
  }
  return undefined;
};
